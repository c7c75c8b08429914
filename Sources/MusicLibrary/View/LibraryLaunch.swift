import Postgres
import SoundCloud
import Web

/// The data that an app shows after its start (spec L2): the first screen, the account, the last categories and the last view (spec L32-L34).
public struct LibraryLaunch: Encodable, Sendable {
    /// The first screen that an app shows after the start.
    public enum Step: String, Sendable, Encodable {
        /// The caller is not signed in.
        case login
        /// No SoundCloud account is connected yet.
        case welcome
        /// An account has been connected. A sync may still be running.
        case sync
    }

    let step: Step
    /// The connected account; `nil` if there is none. Its `state` shows whether the listener must connect the account again.
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

    /// Returns the statements that read the launch data of a listener.
    public static func statements(for listener: Listener) -> [SQL] {
        [ConnectionStore.selection(of: listener), ViewStateStore.selection(of: listener)]
    }

    /// Creates the data for a signed-in listener from the results of `statements(for:)`.
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

    /// Creates the launch data for a caller who is not signed in.
    public init() { (step, account, prefs, lastView) = (.login, nil, nil, nil) }
}
