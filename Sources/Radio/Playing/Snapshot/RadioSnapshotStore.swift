import Postgres
import Tenancy
import Web

/// A store that reads snapshots: of all active channels for the buffer and the next hour, or of one channel for any other period.
struct RadioSnapshotStore: Sendable {
    let lineUps: LineUpStore
    private let tracks: TrackStore
    private let revisions: RadioRevisionStore

    init(database: TenantDatabase) {
        lineUps = LineUpStore(database: database)
        tracks = TrackStore(database: database)
        revisions = RadioRevisionStore(database: database)
    }

    /// How long a snapshot has data after it was read, in milliseconds.
    static let lifetimeMs: Int64 = 3_600_000
    /// The additional period before the buffer, in milliseconds: the sum of the maximum live delay and the maximum duration of a cut of unknown
    /// duration.
    static let marginMs: Int64 = 1_200_000

    func revision(in tenant: TenantID) async throws(PostgresError) -> RadioRevision {
        try await revisions.revision(in: tenant)
    }

    /// Returns a snapshot of all active channels, from `marginMs` before the buffer to `lifetimeMs` after `now`. O(n) for n items in that period.
    func snapshot(at now: Instant, in tenant: TenantID) async throws -> RadioSnapshot {
        let lineUp = try await lineUps.reading(in: tenant)
        let covers =
            now.advanced(byMs: -lineUp.bufferMs - Self.marginMs)..<now.advanced(byMs: Self.lifetimeMs)
        return try await snapshot(lineUp, lineUp.channels, covers, in: tenant)
    }

    /// Returns a copy of `known` at `revision`, with some channels reread. The reread data may be newer than `revision`. O(n) for n items of these
    /// channels.
    func snapshot(
        _ known: RadioSnapshot, rereading channels: Set<Channel.ID>, as revision: RadioRevision, in tenant: TenantID
    ) async throws -> RadioSnapshot {
        let entries = channels.compactMap(known.channel)
        let tracks = try await tracks.tracks(
            of: entries.map(\.channel.id), over: Self.period(of: known.covers), in: tenant)
        guard !tracks.isEmpty else { return known.with([:], RadioSnapshot.RelatedItems(), as: revision) }
        let related = try await self.tracks.related(of: tracks.values, channels: entries, in: tenant)
        return known.with(tracks, related, as: revision)
    }

    /// Returns a snapshot of only one channel over any period, with the revision and buffer length of `known`.
    func snapshot(
        of channel: LineUpChannel, over period: Range<Instant>, like known: RadioSnapshot, in tenant: TenantID
    ) async throws -> RadioSnapshot {
        let lineUp = LineUpReading(
            revision: known.revision, bufferMs: known.bufferMs, channels: [channel], categories: [])
        return try await snapshot(lineUp, [channel], period, in: tenant)
    }

    private func snapshot(
        _ lineUp: LineUpReading, _ channels: [LineUpChannel], _ covers: Range<Instant>, in tenant: TenantID
    ) async throws -> RadioSnapshot {
        let tracks = try await tracks.tracks(
            of: channels.map(\.channel.id), over: Self.period(of: covers), in: tenant)
        return RadioSnapshot(
            lineUp: lineUp, covers: covers, tracks: tracks,
            related: try await self.tracks.related(of: tracks.values, channels: channels, in: tenant))
    }

    private static func period(of covers: Range<Instant>) -> Range<Instant> {
        covers.lowerBound.advanced(
            byMs: -PlayedCut.longestUnmeasuredMs)..<covers.upperBound.advanced(
                byMs: 1)
    }

    /// Returns a snapshot of only one channel over any period, with the broadcasts but no cuts or segments, and with the revision and buffer length
    /// of `known`.
    func guide(
        of channel: LineUpChannel, over period: Range<Instant>, like known: RadioSnapshot, in tenant: TenantID
    ) async throws -> RadioSnapshot {
        let lineUp = LineUpReading(
            revision: known.revision, bufferMs: known.bufferMs, channels: [channel], categories: [])
        let track = ChannelTrack(
            airings: try await tracks.airings(of: channel.channel.id, over: period, in: tenant), cuts: [],
            segments: [],
            knownFrom: period.lowerBound)
        return RadioSnapshot(
            lineUp: lineUp, covers: period, tracks: [channel.channel.id: track],
            related: try await tracks.related(of: [track], channels: [channel], in: tenant))
    }

    /// Returns pictures by ID. Unknown IDs have no entry.
    func art(_ ids: Set<Art.ID>, in tenant: TenantID) async throws -> [Art.ID: Art] {
        try await tracks.art(ids, in: tenant)
    }
}
