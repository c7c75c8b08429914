import Postgres
import Web

/// Where an app begins when it is started (spec L2), and what it shows there: the account, how lists were chosen last, and the
/// view that was open (spec L32-L34).
public struct LibraryLaunch: Encodable, Sendable {
    /// The screen that comes first.
    public enum Step: String, Sendable, Encodable {
        /// Nobody is logged in.
        case login
        /// No SoundCloud account is stored yet.
        case welcome
        /// There is one: the library is brought up to date.
        case sync
    }

    let step: Step
    /// The connected account, also one that has to be connected anew: its `state` says so.
    let account: ConnectionView?
    let prefs: Prefs?
    let lastView: LastView?

    struct Prefs: Encodable, Sendable {
        let libraryCategory: ViewState.LibraryCategory
        let podcastCategory: ViewState.PodcastCategory
        let likesOrder: LikedItem.Order
    }

    struct LastView: Encodable, Sendable {
        let view: String
        let params: [String: String]
        let device: String
        let revision: Int64
        let updatedAt: Instant?
    }

    /// What is asked of the database for a listener.
    public static func statements(for listener: Listener) -> [SQL] {
        [ConnectionStore.selection(of: listener), ViewStateStore.selection(of: listener)]
    }

    /// For a listener.
    ///
    /// - Parameter rows: of `statements(for:)`, in their order.
    public init(_ rows: [[Row]]) throws(PostgresError) {
        var connection: CloudConnection?
        if let row = rows[0].first { connection = try CloudConnection(row: row) }
        var state = ViewState()
        if let row = rows[1].first { state = try ViewState(row: row) }
        step = connection == nil ? .welcome : .sync
        account = connection.map { ConnectionView($0) }
        prefs = Prefs(
            libraryCategory: state.libraryCategory, podcastCategory: state.podcastCategory,
            likesOrder: state.likesOrder)
        lastView = LastView(
            view: state.view, params: state.params, device: state.device, revision: Int64(state.revision),
            updatedAt: state.updatedAt)
    }

    /// For nobody.
    public init() { (step, account, prefs, lastView) = (.login, nil, nil, nil) }
}
