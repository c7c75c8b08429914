import SoundCloud
import Tenancy
import Web

/// A recorder of the last view and the last categories of library and podcasts, called when pages are shown (spec L32-L34).
package struct ViewStateRecorder: Sendable {
    private let store: ViewStateStore

    package init(database: TenantDatabase) { store = ViewStateStore(database: database) }

    /// Saves the name and parameters of the last view, and the categories and order that are not `nil`, with "web" as the device. Writes nothing
    /// if no value differs from the saved state, which is read unless `known` has it. Throws 422 for values that ``ViewStateChange`` does not allow.
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
