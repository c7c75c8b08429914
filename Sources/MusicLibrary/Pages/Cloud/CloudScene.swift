import HTTP
import Tenancy
import Web

/// What every page of SoundCloud's lists knows before it reads its own: whose it is, how the connection stands, which view was
/// open last, what became of the last press.
struct CloudScene: Sendable {
    let context: RequestContext
    let listener: Listener
    /// `nil` where no account is connected.
    let connection: CloudConnection?
    /// The view that was open last.
    let view: ViewState
    let notice: LibraryNotice?
    /// Where this page is.
    let here: String
    let clock: CloudClock
    private let database: TenantDatabase

    init(_ request: Request, _ context: RequestContext, _ database: TenantDatabase) async throws {
        let listener = try context.listener
        notice = try LibraryNotice(request)
        async let connection: CloudConnection? = database.first(
            in: listener.tenant, ConnectionStore.selection(of: listener))
        async let view = ViewStateStore(database: database).state(of: listener)
        (self.connection, self.view) = (try await connection, try await view)
        self.context = context
        self.listener = listener
        self.database = database
        here = CloudPlace.here(request)
        clock = CloudClock(context.tenant)
    }

    var isConnected: Bool { connection?.state == .connected }

    /// How much there is in the lists of SoundCloud.
    func counts() async throws -> CloudCounts? {
        try await database.first(in: listener.tenant, CloudListSQL.counts(of: listener))
    }

    /// Notes what is shown, for the next start on any device (spec L32, L34); nothing where that is known already.
    func note(_ view: String, _ params: [String: String] = [:], likesOrder: LikedItem.Order? = nil) async throws {
        try await ViewNote(database: database).note(
            view, params: params, likes: likesOrder, knowing: self.view, of: listener)
    }

    /// The page round a list.
    func page(_ title: String, _ part: LibraryPage.Part, content: HTML) -> LibraryPage {
        LibraryPage(title, part, context, content: "\(notice?.html)\(warning)\(content)")
    }

    /// What is wrong with the connection, above every list: lists stay as they were brought last.
    private var warning: HTML {
        switch connection?.state {
        case .connected: .empty
        case .broken:
            """
            <p class="notice bad">SoundCloud no longer accepts the connection, so your lists are not updated. \
            <a href="/library/profile#connection">Connect again</a></p>
            """
        case nil:
            """
            <p class="notice">No SoundCloud account is connected. <a href="/library/welcome">Connect account</a></p>
            """
        }
    }
}
