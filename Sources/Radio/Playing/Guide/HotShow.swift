import Web

/// A show on a channel's list of what is hot (spec R35), or on that of the featured (spec R36).
struct HotShow: Sendable, Hashable {
    let show: Show.ID
    let title: String
    let summary: String
    let art: Art.ID?
}

/// What `findHotShows` and `findFeaturedShows` answer.
struct HotListView: Encodable, Sendable {
    /// As programming put them.
    let items: [Item]
    /// What would stand there by itself, without those above.
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
