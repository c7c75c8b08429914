import HTTP
import MusicLibrary
import SoundCloud
import Tenancy
import Web

/// The data that most library pages need: the listener, the connection, the last view and the notice of the last form.
struct CloudPageContext: Sendable {
    let context: RequestContext
    let listener: Listener
    /// The listener's connection to a SoundCloud account, which may be broken; `nil` if the listener has none.
    let connection: CloudConnection?
    /// The view that the listener opened last on any device.
    let view: ViewState
    let notice: LibraryNotice?
    /// The path and query of this page, to which forms return.
    let here: String
    /// Whether the request has no cursor and therefore asks for the first page of a list.
    let isFirstPage: Bool
    let clock: LocalTimeFormatter
    let database: TenantDatabase

    init(_ request: Request, _ context: RequestContext, _ database: TenantDatabase) async throws {
        let listener = try context.listener
        notice = try LibraryNotice(request)
        async let connection = database.connection(of: listener)
        async let view = ViewStateStore(database: database).state(of: listener)
        (self.connection, self.view) = (try await connection, try await view)
        self.context = context
        self.listener = listener
        self.database = database
        here = LibraryPath.here(request)
        isFirstPage = try request.queryFields().optional("cursor") == nil
        clock = LocalTimeFormatter(context.tenant)
    }

    var isConnected: Bool { connection?.state == .connected }

    /// Returns the sizes of the listener's SoundCloud lists. The statement always returns one row, so the result is never `nil`. Throws a database
    /// error.
    func counts() async throws -> CloudCounts? {
        try await database.first(in: listener.tenant, CloudListSQL.counts(of: listener))
    }

    /// Stores the view as the listener's last view, which opens at the next start on any device (spec L32, L34). `likesOrder` replaces the saved
    /// order of likes unless it is `nil`. Writes nothing if these values are already stored. Throws a database error.
    func note(_ view: String, _ params: [String: String] = [:], likesOrder: LikedItem.Order? = nil) async throws {
        try await ViewStateRecorder(database: database).note(
            view, params: params, likes: likesOrder, knowing: self.view, of: listener)
    }

    /// Returns a library page with the notice of the last form and a warning about a broken or missing connection above the content.
    func page(_ title: String, _ part: LibraryPage.Part, content: HTML) -> LibraryPage {
        LibraryPage(title, part, context, content: "\(notice?.html)\(warning)\(content)")
    }

    /// The warning while the connection is broken or missing. The pages then show the last synced data.
    private var warning: HTML {
        switch connection?.state {
        case .connected: .empty
        case .broken:
            """
            <p class="notice bad">The SoundCloud connection no longer works, so your lists are not updated. \
            <a href="/library/profile#connection">Connect again</a></p>
            """
        case nil:
            """
            <p class="notice">No SoundCloud account is connected. <a href="/library/welcome">Connect SoundCloud</a></p>
            """
        }
    }
}
