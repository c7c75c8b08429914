import HTTP
import Tenancy
import Web

/// The endpoints of a listener's SoundCloud connection (spec L1).
public struct ConnectionRoutes: Sendable {
    /// The pages to which a browser that returns from SoundCloud is redirected.
    public struct Landing: Sendable {
        let start: LocalPath
        let afterFailure: @Sendable (APIError) -> LocalPath?

        /// Creates the pages: `start` for a browser without a session, and `afterFailure`, which returns the page for an error, or `nil` for an error
        /// that has its own page.
        public init(start: LocalPath, afterFailure: @escaping @Sendable (APIError) -> LocalPath?) {
            self.start = start
            self.afterFailure = afterFailure
        }
    }

    private let flow: ConnectionFlow
    private let landing: Landing

    /// Creates the endpoints. If no SoundCloud application is configured, `cloud` is `nil` and no connection can be started.
    public init(cloud: MusicCloud?, database: TenantDatabase, landing: Landing) {
        flow = ConnectionFlow(cloud: cloud, database: database)
        self.landing = landing
    }

    public var routes: [Route] {
        let path = "/api/v1/me/connections/soundcloud"
        return [
            Route("getConnection", .get, path, access: .account, endpoint: getConnection),
            Route("beginConnection", .post, path, access: .account, bodyLimit: 8 * 1024, endpoint: beginConnection),
            Route("deleteConnection", .delete, path, access: .account, endpoint: deleteConnection),
            Route(
                "completeConnection", .get, path + "/callback", access: .visitor,
                query: ["again", "code", "error", "state"], endpoint: completeConnection),
        ]
    }

    private static let fields: Fields = ["Cache-Control": "no-store"]

    /// Answers `getConnection`: the connection, without tokens; 404 if no account is connected.
    func getConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        guard let connection = try await flow.database.connection(of: listener) else {
            throw APIError(
                .notFound, code: .notConnected, "no SoundCloud account is connected: connect an account first")
        }
        return try .json(ConnectionView(connection), fields: Self.fields)
    }

    /// Answers `beginConnection`: the address where the listener authorizes the connection, and its encrypted state; 422 if `returnTo` (default
    /// "/library") is not a path on this server, 503 without a SoundCloud application, and 409 if its secret cannot be decrypted.
    func beginConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        var returnTo: LocalPath = "/library"
        if !request.body.isEmpty {
            var (patch, text) = (try request.mergePatch(), returnTo.description)
            patch.apply("returnTo", to: &text)
            if LocalPath(text) == nil {
                patch.refuse(
                    "returnTo", "must be a path on this server, such as /library, found \"\(text.prefix(100))\"")
            }
            try patch.finish()
            returnTo = LocalPath(text) ?? returnTo
        }
        let start = try await flow.begin(returnTo: returnTo, request, context)
        return try .json(
            ConnectionStartView(authorizeUrl: start.url, state: start.state, expiresInMs: 600_000), fields: Self.fields)
    }

    /// Answers `completeConnection`, the target of SoundCloud's redirect, which stores the connection and starts a sync: a browser is redirected to a
    /// page, other clients get the connection as JSON. A browser without a session repeats the request once. Another tenant's host redirects to the
    /// host on which the connection was started.
    func completeConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        if let address = try flow.addressOfOtherTenant(request, context) {
            return Response(.seeOther, fields: ["Location": address, "Cache-Control": "no-store"])
        }
        let isBrowser = request.fields["Accept"]?.contains("text/html") == true
        if isBrowser, context.caller == nil {
            // If the repeated request has no session either, the user must sign in first.
            return try request.queryFields().optional("again") == nil
                ? Self.again(request, context) : .seeOther(landing.start, fields: Self.fields)
        }
        try Route.Access.account.check(context.caller)
        guard isBrowser else {
            return try .json(ConnectionView(try await flow.complete(request, context).connection), fields: Self.fields)
        }
        do {
            return .seeOther(try await flow.complete(request, context).returnTo, fields: Self.fields)
        } catch let error as APIError {
            guard let page = landing.afterFailure(error) else { throw error }
            return .seeOther(page, fields: Self.fields)
        }
    }

    /// Returns a page that repeats the request: a request from another site has no session cookie (SameSite=Strict, RFC 6265bis §5.6.7.1).
    private static func again(_ request: Request, _ context: RequestContext) -> Response {
        let here = "\(request.path)?\(request.query ?? "")&again=1"
        let content: HTML = "<p>You have returned from SoundCloud. <a href=\"\(here)\">Complete the connection</a></p>"
        return Page("Connecting SoundCloud", context, content: content).response(
            fields: ["Cache-Control": "no-store", "Refresh": "0; url=\(here)"])
    }

    /// Answers `deleteConnection`: 204, even if no account was connected. Unsent changes fail, and synced data remains.
    func deleteConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await flow.end(context)
        return .noContent
    }
}
