import Foundation
import Postgres
import Tenancy
import Web

/// The SQL that reads a show's episode list from `app.finder_episode` and `app.airing`, each by its time index (spec R40).
public struct EpisodeListStore: Sendable {
    private let database: TenantDatabase

    public init(database: TenantDatabase) { self.database = database }

    /// Returns a part of the list. With the filter "on-demand" or "future", no row is on air (decision 0026).
    ///
    /// - Throws: `APIError` 404 if the show is unknown or inactive.
    public func list(
        _ query: EpisodeListQuery, of show: Show.ID, at now: Instant, in tenant: TenantID
    ) async throws -> EpisodeList {
        let limit = Int64(query.limit) + 1
        let source = EpisodeRowsSQL(tenant: tenant, show: show, now: now, filter: query.filter, limit: limit)
        let range = try await range(of: query, source, in: tenant)
        let answers = try await database.batch(
            in: tenant,
            [
                source.known, source.onDemand(before: range.onDemandEnd), source.onDemand(after: range.onDemandStart),
                source.airings(before: range.airingsEnd), source.airings(after: range.airingsStart),
            ])
        guard !answers[0].isEmpty else { throw APIError.unknownShow }
        func rows(_ index: Int) throws -> [EpisodeRow] { try answers[index].map { try EpisodeRow(row: $0, now: now) } }
        let earlier = Array((try rows(3) + rows(1)).prefix(query.limit + 1))
        let later = Array((try rows(2) + rows(4)).prefix(query.limit + 1))
        return EpisodeList(earlier: earlier, later: later, query)
    }

    /// Returns the bounds of the rows to read. For `centre`, the first airing that is not over and all later airings are read as later rows, the
    /// others as earlier rows.
    private func range(
        of query: EpisodeListQuery, _ source: EpisodeRowsSQL, in tenant: TenantID
    ) async throws -> AxisRange {
        guard query.position == .centre else { return AxisRange(query, centre: nil) }
        let row = try await database.rows(in: tenant, source.firstNotOver).first
        return AxisRange(
            query,
            centre: try row.map {
                EpisodeList.Cursor(isAiring: true, microseconds: try $0("at_us"), id: try $0("airing_id"))
            })
    }
}

/// The bounds of the rows to read, among the on-demand rows and among the airings. A `nil` bound reads no rows.
private struct AxisRange {
    typealias Cursor = EpisodeList.Cursor

    private static let first = Cursor(isAiring: false, microseconds: -62_000_000_000_000_000, id: 0)
    private static let last = Cursor(isAiring: false, microseconds: 253_000_000_000_000_000, id: .max)

    var onDemandEnd: Cursor?
    var onDemandStart: Cursor?
    var airingsEnd: Cursor?
    var airingsStart: Cursor?

    init(_ query: EpisodeListQuery, centre: Cursor?) {
        switch query.position {
        case .centre:
            onDemandEnd = Self.last
            airingsEnd = centre ?? Self.last
            airingsStart = centre.map { Cursor(isAiring: true, microseconds: $0.microseconds, id: $0.id - 1) }
        case .before(let cursor):
            onDemandEnd = cursor.isAiring ? Self.last : cursor
            airingsEnd = cursor.isAiring ? cursor : nil
        case .after(let cursor):
            onDemandStart = cursor.isAiring ? nil : cursor
            airingsStart = cursor.isAiring ? cursor : Self.first
        }
    }
}

extension EpisodeList {
    /// Creates a page from the rows before and after a position, nearest first, each with one extra row if there are more.
    init(earlier: [EpisodeRow], later: [EpisodeRow], _ query: EpisodeListQuery) {
        // Running airings stay on the page if they fit. The two sides share the rest, and one gets more if the other has too few rows.
        let (above, below): (Int, Int)
        switch query.position {
        case .before: (above, below) = (min(earlier.count, query.limit), 0)
        case .after: (above, below) = (0, min(later.count, query.limit))
        case .centre:
            let running = min(later.prefix(while: \.isOnAir).count, query.limit)
            let half = (query.limit - running) / 2
            let after = min(
                later.count, running + max(query.limit - running - half, query.limit - running - earlier.count))
            (above, below) = (min(earlier.count, query.limit - after), after)
        }
        let rows = Array(earlier.prefix(above).reversed()) + later.prefix(below)
        // Behind a cursor there is at least its own row.
        let (isMoreBefore, isMoreAfter) =
            switch query.position {
            case .before: (earlier.count > above, true)
            case .after: (true, later.count > below)
            case .centre: (earlier.count > above, later.count > below)
            }
        self.init(
            rows: rows, anchorIndex: rows.firstIndex(where: \.isOnAir),
            before: isMoreBefore ? rows.first?.cursor : nil, after: isMoreAfter ? rows.last?.cursor : nil)
    }
}

extension EpisodeRow {
    init(row: Row, now: Instant) throws(PostgresError) {
        let start: Date = try row("starts_at")
        let airing: Int64? = try row.optional("airing_id")
        startsAt = Instant(start)
        kind = airing == nil ? .onDemand : start <= now.date ? .now : .upcoming
        self.airing = airing.map(Airing.ID.init)
        episode = try row.optional("episode_id").map(Episode.ID.init)
        cursor = EpisodeList.Cursor(
            isAiring: airing != nil, microseconds: try row("at_us"), id: airing ?? episode?.rawValue ?? 0)
        title = try row("title")
        summary = try row("summary")
        part = try row.optional("part")
        art = try FinderArt(row: row)
        endsAt = try row.optional("ends_at", as: Date.self).map { Instant($0) }
        isOnAir = kind == .now && endsAt.map { $0 > now } ?? false
        channel = try row.optional("channel_id").map(Channel.ID.init)
        isLive = try row("is_live")
        isRepeat = try row("is_repeat")
        durationMs = try row.optional("duration_ms")
        availableUntil = try row.optional("available_until", as: Date.self).map { Instant($0) }
    }
}
