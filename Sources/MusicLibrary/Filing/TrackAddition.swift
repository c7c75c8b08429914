import Tenancy
import Web

/// Adds tracks to a listener's library, whether they are stored here or SoundCloud has to be asked for them (spec L6, L12).
struct TrackAddition: Sendable {
    let database: TenantDatabase
    /// `nil` where the installation has no application at SoundCloud.
    let cloud: MusicCloud?
    let filing: FilingResources

    /// Adds a track where it is not there yet; what is not stored here is asked for with the listener's own connection.
    ///
    /// - Parameter shelf: where a new one stands.
    /// - Returns: whether it is new. One that is there already is corrected as it was said, and otherwise stays as it is.
    /// - Throws: 404 where neither this server nor SoundCloud has it.
    func add(
        _ urn: CloudURN, said: Said = Said(), to shelf: LibraryTrack.Shelf = .library, by listener: Listener
    ) async throws -> Bool {
        let desk = FilingDesk(database: database, filing: filing)
        if let isNew = try await add(urn, said, to: shelf, by: listener, desk) { return isNew }
        let fetch = PlaceFetch(database: database, cloud: cloud)
        guard let (service, tokens) = try await fetch.caller(for: listener) else { throw Self.unknown }
        let track = try await upstream { try await service.track(urn, as: tokens) }
        // By its own name, lest it be asked for again and again under another.
        guard track.urn == urn else { throw Self.unknown }
        _ = try await CloudKeep(database: database).tracks([track], in: listener.tenant)
        guard let isNew = try await add(urn, said, to: shelf, by: listener, desk) else { throw Self.unknown }
        return isNew
    }

    private func add(
        _ urn: CloudURN, _ said: Said, to shelf: LibraryTrack.Shelf, by listener: Listener, _ desk: FilingDesk
    ) async throws -> Bool? {
        let isNew = try await desk.add(urn, said: said, to: shelf, by: listener)
        if isNew == false, !said.isNothing { _ = try await desk.correct(urn, by: listener) { $0.take(said) } }
        return isNew
    }

    private static let unknown = APIError(
        .notFound, code: "no-such-track",
        "this server does not know the track and cannot load it from SoundCloud: "
            + "check the URN, and connect a SoundCloud account if none is connected")
}
