import Logging
import Tenancy
import Web

/// The services of this server that use SoundCloud: the API client, the connections of listeners, the tokens, audio and pictures.
public struct MusicCloud: Sendable {
    public let service: any MusicService
    public let connections: ConnectionStore
    /// The audio of tracks.
    public let audio: TrackAudio
    /// The pictures of tracks, playlists and users.
    public let pictures: CloudPictures
    package let app: SoundCloudApp
    let database: TenantDatabase
    /// The encryption of SoundCloud's cursors for clients.
    package let cursors: SealedCursors
    private let applicationTokens: ApplicationTokens
    let clock: UpstreamClock
    let logger: Logger

    /// Creates the services for a SoundCloud application. `media` fetches audio, which is longer than the API's responses; `pictures` has a short
    /// time limit, because a page shows a placeholder for a missing picture.
    public init(
        _ app: SoundCloudApp, database: TenantDatabase, vault: TokenVault, fetcher: any Fetcher = SessionFetcher(),
        media: any Fetcher = SessionFetcher(limit: .seconds(30), lengthLimit: 16 << 20, connections: 64),
        pictures: any Fetcher = SessionFetcher(limit: .seconds(10), lengthLimit: 1 << 20, connections: 8),
        clock: UpstreamClock = UpstreamClock(), pageSize: Int = 200, logger: Logger
    ) {
        self.app = app
        self.database = database
        self.clock = clock
        self.logger = logger
        cursors = SealedCursors(vault: vault)
        let tokenEndpoint = TokenEndpoint(app: app, fetcher: fetcher, clock: clock)
        let service = SoundCloud(app, fetcher: fetcher, clock: clock, pageSize: pageSize, logger: logger)
        let connections = ConnectionStore(
            database: database, vault: vault, tokenEndpoint: tokenEndpoint, logger: logger)
        self.service = service
        self.connections = connections
        audio = TrackAudio(service: service, app: app, fetcher: media, clock: clock) { listener in
            AccountTokens(store: connections, listener: listener, clock: clock)
        }
        self.pictures = CloudPictures(app: app, fetcher: pictures, clock: clock)
        applicationTokens = ApplicationTokens(tokenEndpoint: tokenEndpoint)
    }

    /// Returns the tokens of a listener. Using the tokens throws `CloudError.notConnected` if no account is connected.
    public func tokens(of listener: Listener) -> any TokenSource {
        AccountTokens(store: connections, listener: listener, clock: clock)
    }

    /// The tokens of the application itself, for public data only.
    public var publicTokens: any TokenSource { applicationTokens }
}

extension APIError {
    /// The 503 error for a server without a SoundCloud application.
    package static let noCloud = APIError(
        .serviceUnavailable, code: .soundCloudNotConfigured,
        "this server has no SoundCloud application: its administrator must set TUTTI_SOUNDCLOUD_CLIENT_ID and "
            + "TUTTI_SOUNDCLOUD_CLIENT_SECRET")
}

extension RequestContext {
    /// The signed-in account as a listener. Throws 401 if the caller is not signed in.
    package var listener: Listener {
        get throws(APIError) {
            guard let account = caller?.userID else { throw .notLoggedIn }
            return Listener(tenant: tenant.id, account: account)
        }
    }
}

/// Runs `body` and converts a `CloudError` to the `APIError` of ``CloudError/problem(now:)``.
package func upstream<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as CloudError {
        throw error.problem()
    }
}
