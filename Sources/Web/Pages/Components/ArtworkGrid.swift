/// A grid of items with large pictures, such as albums, artists and channels.
public struct ArtworkGrid: Sendable {
    /// An item of the grid.
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

    static let rules = """
        .tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: 1.25rem 1rem;
          list-style: none; margin: 0 0 1.5rem; padding: 0; }
        .tiles .art { width: 100%; height: auto; aspect-ratio: 1; font-size: 2.5rem; border-radius: var(--round);
          margin-bottom: .5rem; transition: filter var(--motion); }
        .tiles .art.round { border-radius: 50%; }
        .tiles a { display: block; color: var(--text); text-decoration: none; }
        .tiles a:hover .art { filter: brightness(1.15); }
        .tiles a:hover b { text-decoration: underline; text-decoration-color: var(--accent); }
        .tiles b { display: block; font-weight: 600; overflow-wrap: anywhere; }
        .tiles p { margin: 0; color: var(--faint); font-size: var(--small); }

        """
}
