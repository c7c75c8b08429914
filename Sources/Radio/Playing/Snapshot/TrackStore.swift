import FoundationEssentials
import Postgres
import Tenancy
import Web

/// A store for the programmes of channels over a period, with their texts and pictures. Statements use the indexes on (tenant, channel, start), so
/// their cost depends on the rows in the period, not on the length of the log.
struct TrackStore: Sendable {
    private let database: TenantDatabase

    /// The maximum number of cuts per channel in a track: one every nine seconds of the default buffer. Earlier cuts are omitted.
    static let cutLimit = 2_000
    static let segmentLimit = 2_000

    init(database: TenantDatabase) { self.database = database }

    /// Returns the tracks of channels over a period, including the last items before it, which may extend into it, and the first after it. Makes one
    /// round trip.
    func tracks(
        of channels: [Channel.ID], over period: Range<Instant>, in tenant: TenantID
    ) async throws -> [Channel.ID: ChannelTrack] {
        guard !channels.isEmpty else { return [:] }
        let tables = try await database.batch(
            in: tenant,
            [
                Self.airings(of: channels, over: period, in: tenant),
                Self.cuts(of: channels, over: period, in: tenant),
                Self.segments(of: channels, over: period, in: tenant),
            ], idempotent: true)
        let airings = Dictionary(grouping: try tables[0].map(Airing.init(airingRow:)), by: \.channel)
        let cuts = Dictionary(grouping: try tables[1].map(Cut.init(cutRow:)), by: \.channel)
        let segments = try tables[2].map(Segment.init(segmentRow:))
        let ofAiring = Dictionary(grouping: segments, by: \.airing)
        return Dictionary(
            uniqueKeysWithValues: channels.map { channel in
                let own = cuts[channel] ?? []
                let inside = own.compactMap(\.startsAt).filter(period.contains)
                let oldest = inside.count < Self.cutLimit ? nil : inside.min()?.advanced(byMs: 1)
                return (
                    channel,
                    ChannelTrack(
                        airings: airings[channel] ?? [], cuts: own,
                        segments: (airings[channel] ?? []).flatMap { ofAiring[$0.id] ?? [] },
                        knownFrom: oldest ?? period.lowerBound)
                )
            })
    }

    /// Returns the broadcasts of one channel that start in a period, and the last one before and the first one after it, by start, excluding
    /// cancelled ones.
    func airings(of channel: Channel.ID, over period: Range<Instant>, in tenant: TenantID) async throws -> [Airing] {
        try await database.rows(in: tenant, Self.airings(of: [channel], over: period, in: tenant))
            .map(Airing.init(airingRow:))
    }

    /// Returns the texts and pictures of the cuts and airings of `tracks`, and the pictures of `channels`. Makes at most two round trips.
    func related(
        of tracks: some Collection<ChannelTrack>, channels: [LineUpChannel], in tenant: TenantID
    ) async throws -> RadioSnapshot.RelatedItems {
        let airings = tracks.lazy.flatMap(\.airings)
        let cuts = tracks.lazy.flatMap(\.cuts)
        let tables = try await database.batch(
            in: tenant,
            [
                Self.shows(Set(airings.map(\.show.rawValue)).sorted(), in: tenant),
                Self.episodes(Set(airings.compactMap(\.episode?.rawValue)).sorted(), in: tenant),
                Self.people(Set(cuts.compactMap(\.cut.person?.rawValue)).sorted(), in: tenant),
            ], idempotent: true)
        var related = RadioSnapshot.RelatedItems()
        var pictures = Set(cuts.compactMap(\.cut.art) + channels.compactMap(\.channel.art))
        for row in tables[0] {
            let work = try RadioSnapshot.RelatedItems.Work(workRow: row)
            related.shows[Show.ID(rawValue: try row("show_id"))] = work
            pictures.formUnion(work.art.map { [$0] } ?? [])
        }
        for row in tables[1] {
            let work = try RadioSnapshot.RelatedItems.Work(workRow: row)
            related.episodes[Episode.ID(rawValue: try row("episode_id"))] = work
            pictures.formUnion(work.art.map { [$0] } ?? [])
        }
        for row in tables[2] {
            let art = try row.optional("art_id").map(Art.ID.init(rawValue:))
            related.people[Person.ID(rawValue: try row("person_id"))] = .init(
                biography: try row("biography"), art: art)
            pictures.formUnion(art.map { [$0] } ?? [])
        }
        related.art = try await art(pictures, in: tenant)
        return related
    }

    /// Returns pictures with their sizes, by ID. Throws `PostgresError`.
    func art(_ ids: Set<Art.ID>, in tenant: TenantID) async throws -> [Art.ID: Art] {
        guard !ids.isEmpty else { return [:] }
        let rows = try await database.rows(in: tenant, Self.art(ids.map(\.rawValue).sorted(), in: tenant))
        var art: [Art.ID: Art] = [:]
        for row in rows {
            let id = Art.ID(rawValue: try row("art_id"))
            let images = try (art[id]?.images ?? []) + (Art.Image(imageRow: row, of: id).map { [$0] } ?? [])
            art[id] = Art(id: id, alt: try row("alt"), credit: try row("credit"), images: images)
        }
        return art
    }
}
