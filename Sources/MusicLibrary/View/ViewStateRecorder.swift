import SoundCloud
import Tenancy
import Web

/// A recorder of the last view and the last category of each part, called when pages are shown (spec L32-L34).
package struct ViewStateRecorder: Sendable {
    private let store: ViewStateStore

    package init(database: TenantDatabase) { store = ViewStateStore(database: database) }

    /// Saves the changed values, with "web" as the name of the device. Writes nothing if no value differs from the saved state. Throws 422 for values
    /// that ``ViewStateChange`` does not allow, or a database error.
    ///
    /// - Parameters:
    ///   - view: The part to which the page belongs, such as "library".
    ///   - params: The content of the view, in the page's own keys and values.
    ///   - library: The category of the library; `nil` keeps the saved category.
    ///   - podcasts: The category of the podcasts; `nil` keeps the saved category.
    ///   - likes: The order of the likes; `nil` keeps the saved order.
    ///   - known: The saved state; `nil` if the state has not been read yet.
    package func note(
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
