import SoundCloud
import Tenancy
import Web

/// The use case of choosing the starting track of Discover, which stores related tracks from SoundCloud.
package struct DiscoverSeedChange: Sendable {
    package let store: DiscoverStore
    /// The installation's SoundCloud application; `nil` if none is configured.
    let cloud: MusicCloud?

    package init(cloud: MusicCloud?, database: TenantDatabase) {
        store = DiscoverStore(database: database)
        self.cloud = cloud
    }

    /// Stores the tracks related to a new starting track (spec L23-L25), resets the listening position, and returns the stored set. `unreadable`
    /// counts related tracks that could not be read. If `seed` already is the starting track, or after an error, the stored set remains.
    ///
    /// Throws 409 if SoundCloud sends no usable related track, 412 if `known` excludes the stored revision, and 503 without an application.
    package func choose(
        _ seed: CloudURN, if known: IfMatch, for listener: Listener
    ) async throws -> (set: DiscoverSet, unreadable: Int) {
        let current = try await store.set(of: listener)
        try DiscoverTag.check(known, current?.revision ?? 0, of: listener)
        if let current, current.seed == seed { return (current, 0) }
        guard let cloud else { throw APIError.noCloud }
        let tokens = cloud.tokens(of: listener)
        let isKnown = try await store.isKnown(seed, in: listener.tenant)
        let (track, related) = try await upstream {
            let track = isKnown ? nil : try await cloud.service.track(seed, as: tokens)
            return (track, try await RelatedTracks(to: seed, from: cloud.service, as: tokens))
        }
        guard !related.tracks.isEmpty else {
            throw APIError(
                .conflict, code: .nothingRelated,
                "SoundCloud has no tracks related to this track: choose another starting track")
        }
        let set = try await store.replace(
            by: seed, seedTrack: track, related.tracks, if: known, of: listener)
        return (set, related.unreadable)
    }
}
