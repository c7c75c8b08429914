import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The page `/library`, which redirects to the last view. Also the welcome page, and the forms for connecting and disconnecting an account
/// (spec L1-L3, L32).
struct LibraryStartRoutes: Sendable {
    let cloud: MusicCloud?
    let database: TenantDatabase
    let now: @Sendable () -> Instant

    var routes: [Route] {
        [
            .accountPage("getLibraryPage", "/library", endpoint: getLibraryPage),
            .accountPage("getLibraryWelcomePage", "/library/welcome", endpoint: getLibraryWelcomePage),
            .accountForm(
                "postLibraryConnection", "/library/connection", bodyLimit: 8 * 1024, endpoint: postLibraryConnection),
            .accountForm(
                "postLibraryDisconnection", "/library/connection/end", bodyLimit: 8 * 1024,
                endpoint: postLibraryDisconnection),
        ]
    }

    /// The age of the last sync, in milliseconds, after which opening the library requests another sync.
    private static let freshness: Int64 = 15 * 60_000

    private var flow: ConnectionFlow { ConnectionFlow(cloud: cloud, database: database) }

    /// Answers `getLibraryPage`: a redirect to the welcome page if no account is connected, otherwise to the last view. If the connection works,
    /// requests a sync, unless a sync has not ended or was requested within the last 15 minutes.
    func getLibraryPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pageContext = try await CloudPageContext(request, context, database)
        guard let connection = pageContext.connection else {
            return .seeOther(LibraryPath.welcome, fields: Self.fields)
        }
        if connection.state == .connected { try await sync(pageContext.listener) }
        var path = try await LastView(pageContext.view, of: pageContext.listener).path(
            database, in: pageContext.listener.tenant)
        // Keeps the notice for the next page.
        if let notice = pageContext.notice { path = LibraryPath.back(path.description, notice) }
        return .seeOther(path, fields: Self.fields)
    }

    private static let fields: Fields = ["Cache-Control": "no-store"]

    private func sync(_ listener: Listener) async throws {
        let syncs = SyncStore(database: database)
        if let latest = try await syncs.latest(of: listener) {
            guard latest.finishedAt != nil, now().milliseconds - latest.createdAt.milliseconds >= Self.freshness else {
                return
            }
        }
        do {
            _ = try await syncs.create(SyncPart.order, for: listener)
        } catch is APIError {
            // The error means that another sync has just ended, so the library is up to date.
        }
    }

    /// Answers `getLibraryWelcomePage`: the page that explains the connection to SoundCloud, with the form for connecting an account. If the
    /// connection works, the page shows the connected account instead.
    func getLibraryWelcomePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let pageContext = try await CloudPageContext(request, context, database)
        var page = LibraryPage(
            "Your SoundCloud music", .profile, context, content: "\(pageContext.notice?.html)\(content(pageContext))")
        page.formTarget = cloud?.app.auth
        return page.response()
    }

    private func content(_ pageContext: CloudPageContext) -> HTML {
        if pageContext.isConnected {
            return """
                <p>Connected as <span class="from-cloud">\(pageContext.connection?.username ?? "an unnamed user")</span>.</p>
                <p class="pages"><a class="button" href="/library">Open your music</a>
                <a class="button quiet" href="/library/profile">Profile and connection</a></p>
                """
        }
        return """
            <p>Connect your SoundCloud account once. Your likes, playlists, followed users and stream appear here, \
            on every device where you sign in.</p>
            <h2>What happens when you connect</h2>
            <ul>
            <li>SoundCloud asks for your consent. This server never receives your SoundCloud password.</li>
            <li>Your likes, playlists, followed users and stream are synced when you connect, and when you open \
            your music if the last sync began at least 15 minutes ago.</li>
            <li>Likes, follows and playlist changes that you make here are sent to SoundCloud. Nothing else changes \
            on SoundCloud.</li>
            <li>Your library is your own: tracks are filed under the artist who plays them, not under the account \
            that uploaded them. No music is copied.</li>
            <li>You can disconnect at any time. All synced data is kept until your account on this server is deleted.</li>
            </ul>
            \(connect(pageContext))
            """
    }

    private func connect(_ pageContext: CloudPageContext) -> HTML {
        guard cloud != nil else {
            return """
                <p class="notice">This server has no SoundCloud application yet, so no account can be connected. \
                The administrator of this server can set up the application.</p>
                """
        }
        return ConnectionForms.connect(
            pageContext.context, pageContext.connection == nil ? "Connect SoundCloud" : "Connect again")
    }

    /// Answers `postLibraryConnection`: a redirect to SoundCloud, or to the welcome page with a notice if no application is configured; 409 if the
    /// secret of the tenant's application cannot be decrypted.
    func postLibraryConnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        _ = try request.form()
        do {
            let start = try await flow.begin(returnTo: LibraryPath.start, request, context)
            return Response(.seeOther, fields: ["Location": start.url, "Cache-Control": "no-store"])
        } catch let error as APIError {
            guard let notice = LibraryNotice(error) else { throw error }
            return .seeOther(LibraryPath.back(LibraryPath.welcome.description, notice))
        }
    }

    /// Answers `postLibraryDisconnection`: a redirect to the welcome page after the account was disconnected and the changes that waited for
    /// SoundCloud were marked as failed.
    func postLibraryDisconnection(_ request: Request, _ context: RequestContext) async throws -> Response {
        _ = try request.form()
        try await flow.end(context)
        return .seeOther(LibraryPath.back(LibraryPath.welcome.description, .disconnected))
    }
}

/// The forms for connecting and disconnecting an account.
enum ConnectionForms {
    /// Returns the form that connects an account. The page of the form must name SoundCloud's origin in `formTarget`.
    static func connect(_ context: RequestContext, _ words: HTML) -> HTML {
        """
        <form method="post" action="/library/connection">\(context.caller?.csrfField)
        <p><button>\(words)</button></p></form>
        """
    }

    /// Returns the confirmation for disconnecting, after which changes that wait for SoundCloud are not sent.
    static func disconnect(_ context: RequestContext) -> HTML {
        var question = Confirmation(
            "Disconnect SoundCloud",
            """
            Your lists are no longer updated, and changes that wait for SoundCloud are not sent. Your library and everything synced so far \
            stay here. You can connect again at any time.
            """, path: "/library/connection/end", fields: context.caller?.csrfField ?? .empty)
        question.id = "disconnection"
        return question.html
    }
}
