import Foundation
import Postgres
import Radio
import Tenancy
import Web

/// A segment or cut of a broadcast, with its name and times.
struct ProgrammeEvent: Sendable {
    /// The kind in the event's identifier: "segments" or "cuts".
    let kind: String
    let id: Int64
    let name: String
    /// The start, in milliseconds from the start of the broadcast.
    let offsetMs: Int64
    var durationMs: Int64

    func identifier(_ origin: Origin) -> String { "crid://\(origin.host)/\(kind)/\(id)" }
    var shortIdentifier: String { "\(id & 0xFF_FFFF)" }
}

/// The SQL that reads the segments and cuts of broadcasts.
struct ProgrammeEventStore: Sendable {
    let database: TenantDatabase

    /// Returns the segments and cuts that have a title, in order of start, for each of these broadcasts. A broadcast without any is left out.
    ///
    /// All broadcasts must be on `channel`. A cut of unknown duration lasts until the next cut that has a title, or until the end of the broadcast if
    /// that is earlier.
    func events(
        of airings: [Airing], on channel: Channel.ID, in tenant: TenantID
    ) async throws -> [Airing.ID: [ProgrammeEvent]] {
        guard let start = airings.map(\.startsAt).min(), let end = airings.map(\.endsAt).max() else { return [:] }
        let results = try await database.batch(
            in: tenant,
            [
                """
                select airing_id, segment_id, offset_ms, duration_ms, title
                  from app.segment
                 where tenant_id = \(tenant)
                   and airing_id = any (\(airings.map(\.id.rawValue)))
                   and title <> ''
                 order by airing_id, offset_ms, segment_id
                """,
                """
                select cut_id, starts_at, duration_ms, title, artist
                  from app.cut
                 where tenant_id = \(tenant)
                   and channel_id = \(channel.rawValue)
                   and starts_at >= \(start.date)
                   and starts_at < \(end.date)
                   and title <> ''
                 order by starts_at, cut_id
                """,
            ], idempotent: true)
        var events: [Airing.ID: [ProgrammeEvent]] = [:]
        for row in results[0] {
            events[Airing.ID(rawValue: try row("airing_id")), default: []].append(
                ProgrammeEvent(
                    kind: "segments", id: try row("segment_id"), name: try row("title"), offsetMs: try row("offset_ms"),
                    durationMs: try row("duration_ms")))
        }
        for (index, row) in results[1].enumerated() {
            let at = Instant(try row("starts_at", as: Date.self))
            guard let airing = airings.first(where: { $0.startsAt <= at && at < $0.endsAt }) else { continue }
            let next = try results[1].dropFirst(index + 1).first?.instant("starts_at") ?? airing.endsAt
            let rest = min(next, airing.endsAt).milliseconds - at.milliseconds
            let (artist, title): (String, String) = (try row("artist"), try row("title"))
            events[airing.id, default: []].append(
                ProgrammeEvent(
                    kind: "cuts", id: try row("cut_id"), name: artist.isEmpty ? title : "\(artist) – \(title)",
                    offsetMs: at.milliseconds - airing.startsAt.milliseconds,
                    durationMs: try row.optional("duration_ms") ?? rest))
        }
        return events.mapValues { $0.sorted { ($0.offsetMs, $0.kind, $0.id) < ($1.offsetMs, $1.kind, $1.id) } }
    }
}
