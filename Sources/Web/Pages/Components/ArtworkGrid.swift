/// A grid of items with large pictures, such as albums, artists and channels.
public struct ArtworkGrid: Sendable {
    /// An item of the grid: a picture with a title and a detail, linked to a page.
    public struct Item: Sendable {
        let title: String
        let path: LocalPath
        let detail: HTML
        var artwork: Artwork

        public init(_ title: String, _ path: LocalPath, detail: HTML = .empty, artwork: Artwork) {
            self.title = title
            self.path = path
            self.detail = detail
            self.artwork = artwork
        }
    }

    private let items: [Item]

    public init(_ items: [Item]) { self.items = items }

    /// The grid as markup.
    public var html: HTML {
        """
        <ul class="tiles">\(items.map { item -> HTML in
            """
            <li><a href="\(item.path.text)">\(item.artwork.html)<b>\(item.title)</b></a>\
            \(item.detail == .empty ? HTML.empty : "<p>\(item.detail)</p>")</li>
            """
        })</ul>
        """
    }
}
