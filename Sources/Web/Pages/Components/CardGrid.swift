/// A card: a link to a page, or an item with its most important facts.
public struct Card: Sendable {
    private let path: LocalPath
    private let title: String
    private let detail: HTML
    /// The icon before the title.
    public var icon: Icon?
    /// The picture before the title, instead of an icon.
    public var artwork: Artwork?
    /// Links to pages below the card's page.
    public var shortcuts: [Page.Way] = []

    public init(_ path: LocalPath, _ title: String, _ detail: HTML, icon: Icon? = nil) {
        self.path = path
        self.title = title
        self.detail = detail
        self.icon = icon
    }

    fileprivate var html: HTML {
        let ways: HTML =
            shortcuts.isEmpty
            ? .empty
            : "<p class=\"ways\">\(shortcuts.map { "<a href=\"\($0.path.text)\">\($0.title)</a> " as HTML })</p>"
        return """
            <li><a href="\(path.text)">\(artwork?.html ?? icon?.html)<div><strong>\(title)</strong>\
            <span>\(detail)</span></div></a>\(ways)</li>

            """
    }
}

/// A grid of cards.
public struct CardGrid: Sendable {
    private let cards: [Card]

    public init(_ cards: [Card]) { self.cards = cards }

    /// The cards as markup.
    public var html: HTML { "<ul class=\"cards\">\n\(cards.map(\.html))</ul>" }

    static let rules = """
        .cards { list-style: none; padding: 0; margin: 0 0 1.5rem; display: grid; gap: .75rem;
          grid-template-columns: repeat(auto-fill, minmax(min(100%, 19rem), 1fr)); }
        .cards > li { border: 1px solid var(--line); border-radius: var(--round); background: var(--raised); }
        .cards > li > a { display: flex; gap: .9rem; align-items: center; padding: .9rem 1rem; color: var(--text);
          text-decoration: none; border-radius: var(--round); }
        .cards > li > a:hover { background: var(--hover); }
        .cards > li > a > .icon { width: 1.75rem; height: 1.75rem; color: var(--accent); }
        .cards strong { display: block; }
        .cards span { color: var(--faint); }
        .cards .ways { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: 0; padding: 0 1rem .5rem; }
        .cards .ways a { display: inline-block; padding: .4rem 0; }
        .onnow { display: flex; gap: .9rem; align-items: center; margin: 0 0 1rem; padding: 1rem 1.25rem;
          border: 1px solid var(--line); border-left: 4px solid var(--accent); border-radius: var(--round);
          background: var(--raised); }
        .onnow p { margin: 0; }
        .onnow strong { font-size: var(--large); }

        """
}
