import Postgres
import Tenancy
import Web

/// Makes scenes: of all channels round the buffer, which is what is kept in memory, and of one channel for any other time.
struct SceneStore: Sendable {
    let lineUps: LineUpStore
    private let tracks: TrackStore
    private let revisions: RadioRevisionStore

    init(database: TenantDatabase) {
        lineUps = LineUpStore(database: database)
        tracks = TrackStore(database: database)
        revisions = RadioRevisionStore(database: database)
    }

    /// How long after it is made a scene can answer.
    static let lifetimeMs: Int64 = 3_600_000
    /// How much older than the buffer: the longest live delay, and the time for which a cut without duration may go on.
    static let marginMs: Int64 = 1_200_000

    func revision(in tenant: TenantID) async throws(PostgresError) -> RadioRevision {
        try await revisions.revision(in: tenant)
    }

    /// All channels, from the beginning of the buffer on. O(what is on in that time).
    func scene(at now: Instant, in tenant: TenantID) async throws -> RadioScene {
        let lineUp = try await lineUps.reading(in: tenant)
        let covers =
            now.advanced(byMs: -lineUp.bufferMs - Self.marginMs)..<now.advanced(byMs: Self.lifetimeMs)
        return try await scene(lineUp, lineUp.channels, covers, in: tenant)
    }

    /// A scene with some of its channels read anew, over the same stretch. What it becomes is of `revision`, or later where
    /// these channels are concerned. O(what is on on them in that time).
    func scene(
        _ known: RadioScene, rereading channels: Set<Channel.ID>, as revision: RadioRevision, in tenant: TenantID
    ) async throws -> RadioScene {
        // Of channels that listeners do not see nothing is known.
        let entries = channels.compactMap(known.channel)
        let tracks = try await tracks.tracks(
            of: entries.map(\.channel.id), over: Self.stretch(of: known.covers), in: tenant)
        guard !tracks.isEmpty else { return known.with([:], RadioScene.Companions(), as: revision) }
        let companions = try await self.tracks.companions(of: tracks.values, channels: entries, in: tenant)
        return known.with(tracks, companions, as: revision)
    }

    /// One channel over a stretch of its own, with the line-up that is known already.
    func scene(
        of channel: LineUpChannel, over stretch: Range<Instant>, like known: RadioScene, in tenant: TenantID
    ) async throws -> RadioScene {
        let lineUp = LineUpReading(
            revision: known.revision, bufferMs: known.bufferMs, channels: [channel], categories: [])
        return try await scene(lineUp, [channel], stretch, in: tenant)
    }

    private func scene(
        _ lineUp: LineUpReading, _ channels: [LineUpChannel], _ covers: Range<Instant>, in tenant: TenantID
    ) async throws -> RadioScene {
        let tracks = try await tracks.tracks(
            of: channels.map(\.channel.id), over: Self.stretch(of: covers), in: tenant)
        return RadioScene(
            lineUp: lineUp, covers: covers, tracks: tracks,
            companions: try await self.tracks.companions(of: tracks.values, channels: channels, in: tenant))
    }

    /// As much before as a cut without duration can reach over, and the end itself.
    private static func stretch(of covers: Range<Instant>) -> Range<Instant> {
        covers.lowerBound.advanced(
            byMs: -PlayedCut.longestUnmeasuredMs)..<covers.upperBound.advanced(
                byMs: 1)
    }

    /// The broadcasts of one channel over days, without its cuts and segments.
    func guide(
        of channel: LineUpChannel, over stretch: Range<Instant>, like known: RadioScene, in tenant: TenantID
    ) async throws -> RadioScene {
        let lineUp = LineUpReading(
            revision: known.revision, bufferMs: known.bufferMs, channels: [channel], categories: [])
        let track = ChannelTrack(
            airings: try await tracks.airings(of: channel.channel.id, over: stretch, in: tenant), cuts: [],
            segments: [],
            knownFrom: stretch.lowerBound)
        return RadioScene(
            lineUp: lineUp, covers: stretch, tracks: [channel.channel.id: track],
            companions: try await tracks.companions(of: [track], channels: [channel], in: tenant))
    }

    /// Pictures by their keys.
    func art(_ ids: Set<Art.ID>, in tenant: TenantID) async throws -> [Art.ID: Art] {
        try await tracks.art(ids, in: tenant)
    }
}
