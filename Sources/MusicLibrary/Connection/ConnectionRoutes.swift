import HTTP
import Tenancy
import Web

/// The endpoints of a listener's connection with SoundCloud (spec L1).
public struct ConnectionRoutes: Sendable {
    private let cloud: MusicCloud?
    private let syncs: SyncStore

    /// - Parameter cloud: `nil` where the installation has no application at SoundCloud.
    public init(cloud: MusicCloud?, database: TenantDatabase) {
        self.cloud = cloud
        syncs = SyncStore(database: database)
    }

    public var routes: [Route] {
        let path = "/api/v1/me/connections/soundcloud"
        return [
            Route("getConnection", .get, path, access: .account, endpoint: getConnection),
            Route("beginConnection", .post, path, access: .account, bodyLimit: 8 * 1024, endpoint: beginConnection),
            Route("deleteConnection", .delete, path, access: .account, endpoint: deleteConnection),
            Route("completeConnection", .get, path + "/callback", access: .account, endpoint: completeConnection),
        ]
    }

    private static let fields: Fields = ["Cache-Control": "no-store"]

    /// Answers `getConnection`.
    func getConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let rows = try await syncs.database.rows(in: listener.tenant, ConnectionStore.selection(of: listener))
        guard let row = rows.first else {
            throw APIError(.notFound, code: "not-connected", "no SoundCloud account is connected")
        }
        return try .json(ConnectionView(try CloudConnection(row: row)), fields: Self.fields)
    }

    /// Answers `beginConnection`.
    func beginConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        var returnTo: LocalPath = "/library"
        if !request.body.isEmpty {
            var (wish, text) = (try request.mergePatch(), returnTo.description)
            wish.apply("returnTo", to: &text)
            if LocalPath(text) == nil { wish.refuse("returnTo", "is a path of this server") }
            try wish.finish()
            returnTo = LocalPath(text) ?? returnTo
        }
        guard let cloud else { throw APIError.noCloud }
        let start = try await cloud.connections.begin(
            listener, redirect: try redirect(request, context, cloud), returnTo: returnTo)
        return try .json(
            ConnectionStartView(authorizeUrl: start.url, state: start.state, expiresInMs: 600_000), fields: Self.fields)
    }

    /// Answers `completeConnection`: the way back from SoundCloud. The state is good once, for the account that began, for
    /// ten minutes; so nobody can make somebody else's browser finish what he began (RFC 9700 section 4.7).
    func completeConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let query = try request.queryFields()
        let (state, code) = (try query("state"), try query.optional("code"))
        guard let cloud else { throw APIError.noCloud }
        guard let began = try await cloud.connections.take(state: state, of: listener) else {
            throw APIError(
                .badRequest, code: "unknown-state", "this way back was used, is too old or is not yours; begin again")
        }
        guard let code else {
            throw APIError(.conflict, code: "connection-refused", "SoundCloud was not allowed to connect the account")
        }
        let redirect = try redirect(request, context, cloud)
        let audit = try context.audit("connection.add", subject: "soundcloud")
        let connection = try await upstream {
            try await cloud.connections.complete(
                listener, code: code, verifier: began.verifier, redirect: redirect, cloud: cloud.service, audit: audit)
        }
        // What follows a first access: all is brought (spec L3).
        _ = try await syncs.create(SyncPart.order, for: listener)
        if request.fields["Accept"]?.contains("text/html") == true {
            return .seeOther(began.returnTo, fields: Self.fields)
        }
        return try .json(ConnectionView(connection), fields: Self.fields)
    }

    /// Answers `deleteConnection`.
    func deleteConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let audit = try context.audit("connection.remove", subject: "soundcloud")
        let rows = try await syncs.database.batch(
            in: listener.tenant, ConnectionStore.removal(of: listener, audit: audit))
        if let row = rows[0].first { await cloud?.connections.withdraw(try row("access_token"), of: listener) }
        return .noContent
    }

    /// Where SoundCloud sends people back: what is configured, or the host that was asked.
    private func redirect(
        _ request: Request, _ context: RequestContext, _ cloud: MusicCloud
    ) throws(APIError) -> String {
        if let redirect = cloud.app.redirect { return redirect }
        guard let host = request.authority else { throw APIError(.badRequest, code: "bad-request", "name the host") }
        return "\(context.isSecure ? "https" : "http")://\(host)/api/v1/me/connections/soundcloud/callback"
    }
}
