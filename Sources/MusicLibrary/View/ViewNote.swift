import Tenancy
import Web

/// Notes which view was open last, and which category of a part, as pages are shown (spec L32-L34).
struct ViewNote: Sendable {
    private let store: ViewStateStore

    init(database: TenantDatabase) { store = ViewStateStore(database: database) }

    /// Writes what differs from what is stored, and nothing where nothing does: most pages are of the view that is open.
    ///
    /// - Parameters:
    ///   - view: the part that the page is of, in a word: "library".
    ///   - params: what of it is shown.
    ///   - known: what is stored, where it has been read already.
    ///   - library: the category of the library; where it is `nil`, as the others, the one that is stored stays.
    func note(
        _ view: String, params: [String: String] = [:], library: ViewState.LibraryCategory? = nil,
        podcasts: ViewState.PodcastCategory? = nil, likes: LikedItem.Order? = nil,
        knowing known: ViewState? = nil, of listener: Listener
    ) async throws {
        let known = if let known { known } else { try await store.state(of: listener) }
        var wanted = known
        (wanted.view, wanted.params) = (view, params)
        wanted.libraryCategory = library ?? known.libraryCategory
        wanted.podcastCategory = podcasts ?? known.podcastCategory
        wanted.likesOrder = likes ?? known.likesOrder
        guard wanted != known else { return }
        let change = try ViewStateChange(
            .init(
                view: view, params: params, libraryCategory: library?.rawValue, podcastCategory: podcasts?.rawValue,
                likesOrder: likes?.rawValue, device: "web"))
        _ = try await store.change(change, if: IfMatch(nil), of: listener)
    }
}
