import HTTP
import SoundCloud
import Tenancy
import Web

/// The endpoints of the last view (spec L32-L34, L40).
public struct ViewStateRoutes: Sendable {
    private let store: ViewStateStore

    public init(database: TenantDatabase) { store = ViewStateStore(database: database) }

    public var routes: [Route] {
        [
            Route("getViewState", .get, "/api/v1/me/view-state", access: .account, endpoint: getViewState),
            Route(
                "setViewState", .put, "/api/v1/me/view-state", access: .account, bodyLimit: 32 * 1024,
                endpoint: setViewState),
        ]
    }

    /// Answers `getViewState`: the saved view with its entity tag, or the defaults if no view is saved.
    func getViewState(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        return try answer(try await store.state(of: listener), to: listener)
    }

    /// Answers `setViewState`: saves the values in the body, clears the device if the body has none, and returns the saved view; 422 for invalid
    /// values, 412 if `If-Match` names another revision.
    func setViewState(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let change = try ViewStateChange(try request.json(readOnly: ["revision", "updatedAt"]))
        return try answer(try await store.change(change, if: IfMatch(request), of: listener), to: listener)
    }

    private func answer(_ state: ViewState, to listener: Listener) throws -> Response {
        try .json(
            ViewStateView(state),
            fields: ["Cache-Control": "private, no-cache", "ETag": state.entityTag(of: listener)])
    }
}

/// The response of `getViewState` and `setViewState`.
struct ViewStateView: Encodable, Sendable {
    let view: String
    let params: [String: String]
    let libraryCategory: ViewState.LibraryCategory
    let podcastCategory: ViewState.PodcastCategory
    let likesOrder: LikedItem.Order
    let device: String
    let revision: Int64
    let updatedAt: Instant?

    init(_ state: ViewState) {
        view = state.view
        params = state.params
        libraryCategory = state.libraryCategory
        podcastCategory = state.podcastCategory
        likesOrder = state.likesOrder
        device = state.device
        revision = Int64(state.revision)
        updatedAt = state.updatedAt
    }
}
