import SoundCloud
import Tenancy
import Web

/// The operation that adds tracks to a listener's library and loads unknown tracks from SoundCloud (spec L6, L12).
package struct TrackAddition: Sendable {
    let database: TenantDatabase
    /// The installation's SoundCloud application; `nil` if none is configured.
    let cloud: MusicCloud?
    let filing: FilingResources

    package init(database: TenantDatabase, cloud: MusicCloud?, filing: FilingResources) {
        self.database = database
        self.cloud = cloud
        self.filing = filing
    }

    /// Adds a track to the listener's tracks and returns whether the track is new. A track that is not stored is loaded from SoundCloud. A track that
    /// the listener already has keeps its location, but is corrected too.
    ///
    /// Throws 404 if the track cannot be loaded, and 503 if SoundCloud does not answer or other changes to the library interfere.
    package func add(
        _ urn: CloudURN, correction: TrackCorrection = TrackCorrection(), to location: LibraryTrack.Location = .library,
        by listener: Listener
    ) async throws -> Bool {
        let changes = FilingChanges(database: database, filing: filing)
        if let isNew = try await add(urn, correction, to: location, by: listener, changes) { return isNew }
        let fetch = CloudItemRefresh(database: database, cloud: cloud)
        guard let (service, tokens) = try await fetch.caller(for: listener) else { throw Self.unknown }
        let track = try await upstream { try await service.track(urn, as: tokens) }
        // A track stored under another URN would be requested again each time.
        guard track.urn == urn else { throw Self.unknown }
        _ = try await CloudItemWriter(database: database).tracks([track], in: listener.tenant)
        guard let isNew = try await add(urn, correction, to: location, by: listener, changes) else {
            throw Self.unknown
        }
        return isNew
    }

    private func add(
        _ urn: CloudURN, _ correction: TrackCorrection, to location: LibraryTrack.Location, by listener: Listener,
        _ changes: FilingChanges
    ) async throws -> Bool? {
        let isNew = try await changes.add(urn, correction: correction, to: location, by: listener)
        if isNew == false, !correction.isNothing {
            _ = try await changes.correct(urn, by: listener) { $0.take(correction) }
        }
        return isNew
    }

    private static let unknown = APIError(
        .notFound, code: .noSuchTrack,
        "this server does not know the track and cannot load it from SoundCloud: "
            + "check the URN, and connect a SoundCloud account if none is connected")
}
