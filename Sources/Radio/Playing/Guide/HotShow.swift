import Web

/// A show on a channel's list of hot shows (spec R35), or on the list of featured shows (spec R36).
package struct HotShow: Sendable, Hashable {
    package let show: Show.ID
    package let title: String
    package let summary: String
    let art: Art.ID?
}

/// The response of `findHotShows` and `findFeaturedShows`.
struct HotListView: Encodable, Sendable {
    /// The editorial list, in editorial order.
    let items: [Item]
    /// The computed list, excluding the shows of `items`.
    let computed: [Item]

    struct Item: Encodable, Sendable, Hashable {
        let id: String
        let title: String
        let summary: String
        let art: ArtView

        init(_ show: HotShow, _ art: [Art.ID: Art]) {
            id = show.show.description
            title = show.title
            summary = show.summary
            self.art = ArtView(show.art.flatMap { art[$0] }, of: .show)
        }
    }
}
