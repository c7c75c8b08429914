import Logging
import Tenancy
import Web

/// The upstream as one installation has it: our application there, and what acts for it and for its listeners.
public struct MusicCloud: Sendable {
    public let service: any MusicService
    public let connections: ConnectionStore
    let app: SoundCloudApp
    private let database: TenantDatabase
    /// What cursors of upstream are sealed by before a client holds them.
    let cursors: SealedCursors
    private let applicationTokens: ApplicationTokens
    private let clock: UpstreamClock
    private let logger: Logger

    /// - Parameter vault: what listeners' tokens are sealed by.
    public init(
        _ app: SoundCloudApp, database: TenantDatabase, vault: TokenVault, fetcher: any Fetcher = SessionFetcher(),
        clock: UpstreamClock = UpstreamClock(), pageSize: Int = 200, logger: Logger
    ) {
        self.app = app
        self.database = database
        self.clock = clock
        self.logger = logger
        cursors = SealedCursors(vault: vault)
        let desk = TokenDesk(app: app, fetcher: fetcher, clock: clock)
        service = SoundCloud(app, fetcher: fetcher, clock: clock, pageSize: pageSize, logger: logger)
        connections = ConnectionStore(database: database, vault: vault, desk: desk, logger: logger)
        applicationTokens = ApplicationTokens(desk: desk)
    }

    /// What acts for a listener: calls throw `CloudError.notConnected` where no account is connected.
    public func tokens(of listener: Listener) -> any TokenSource {
        AccountTokens(store: connections, listener: listener, clock: clock)
    }

    /// What acts for nobody in particular: what is public, and no more.
    public var publicTokens: any TokenSource { applicationTokens }

    /// What runs syncs and sends what listeners did.
    ///
    /// - Parameter tenants: those that are active.
    public func syncService(tenants: @escaping @Sendable () async throws -> [TenantID]) -> SyncService {
        SyncService(
            database: database, cloud: service, tokens: { tokens(of: $0) }, tenants: tenants, clock: clock,
            logger: logger)
    }
}

extension APIError {
    /// 503: this installation has no application at SoundCloud.
    static let noCloud = APIError(
        .serviceUnavailable, code: "soundcloud-not-configured",
        "this server has no SoundCloud application: its administrator must set TUTTI_SOUNDCLOUD_CLIENT_ID")
}

extension RequestContext {
    /// Whose library it is. Throws 401 when nobody has logged in.
    var listener: Listener {
        get throws(APIError) {
            guard let account = caller?.userID else { throw .notLoggedIn }
            return Listener(tenant: tenant.id, account: account)
        }
    }
}

/// Does what asks upstream, and says in a client's words what upstream said.
func upstream<Value: Sendable>(_ body: () async throws -> Value) async throws -> Value {
    do {
        return try await body()
    } catch let error as CloudError {
        throw error.problem()
    }
}
