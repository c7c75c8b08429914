import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A played cut with the data that royalty reports require (spec R69).
struct Performance: Sendable, Hashable {
    let played: PlayedCut
    /// The date at the start in the channel's time zone, such as "2026-06-15".
    let localDate: String
    /// The time at the start in the channel's time zone, such as "14:00:05".
    let localTime: String
    /// The name of the import, or "now-playing" for a report of an automation system; empty if unknown.
    let source: String
    let show: String
    let episode: String
}

/// A store that reads the music log for royalty reports (spec R69).
struct PerformanceStore: Sendable {
    private let database: TenantDatabase
    private let tracks: TrackStore

    /// The maximum number of plays in a response: a month with a play every half minute.
    static let limit = 100_000

    init(database: TenantDatabase) {
        self.database = database
        tracks = TrackStore(database: database)
    }

    /// Returns the channel's slug, and its plays that started in a period, oldest first. The channel may be inactive.
    ///
    /// - Throws: `APIError` 404 if the tenant has no such channel, 422 if the period has more than `limit` plays.
    func performances(
        on channel: Channel.ID, in period: Range<Instant>, _ tenant: TenantID
    ) async throws -> (channel: String, plays: [Performance]) {
        let tables = try await database.batch(
            in: tenant,
            [
                """
                select slug
                  from app.channel
                 where tenant_id = \(tenant)
                   and channel_id = \(channel.rawValue)
                """,
                CutStore.plays(channel, period, limit: Self.limit + 1, tenant),
                CutStore.next(channel, after: period, tenant),
                TrackStore.airings(
                    of: [channel],
                    over: period.lowerBound..<period.upperBound.advanced(byMs: PlayedCut.longestUnmeasuredMs),
                    in: tenant),
            ], idempotent: true)
        guard let slug: String = try tables[0].first?("slug") else { throw APIError.noSuchChannel }
        guard tables[1].count <= Self.limit else {
            throw APIError.invalid(
                "to", "must be earlier: a response has at most \(Self.limit) plays, and this period has more")
        }
        let next = try tables[2].first?.optional("starts_at", as: Date.self).map { Instant($0) }
        let airings = try tables[3].map(Airing.init(airingRow:))
        let track = ChannelTrack(airings: airings, cuts: [], segments: [], knownFrom: period.lowerBound)
        let related = try await tracks.related(of: [track], channels: [], in: tenant)
        let played = PlayedCut.all(try tables[1].map(Cut.init(cutRow:)), airings: airings, next: next)
        let plays = try zip(played, tables[1]).map { play, row in
            let airing = track.moment(at: play.startsAt).airing
            return Performance(
                played: play, localDate: try row("local_date"), localTime: try row("local_time"),
                source: try row.optional("source") ?? "",
                show: airing.flatMap { related.shows[$0.show]?.title } ?? "",
                episode: airing?.episode.flatMap { related.episodes[$0]?.title } ?? "")
        }
        return (slug, plays)
    }
}
