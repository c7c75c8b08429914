/// A card: a link to a page, with the title and the most important facts.
public struct Card: Sendable {
    private let path: LocalPath
    private let title: String
    private let detail: HTML
    /// The icon before the title; `nil` for none.
    public var icon: Icon?
    /// The picture before the title, in place of the icon; `nil` for the icon.
    public var artwork: Artwork?
    /// Links to pages below the card's page.
    public var shortcuts: [Page.Link] = []

    public init(_ path: LocalPath, _ title: String, _ detail: HTML, icon: Icon? = nil) {
        self.path = path
        self.title = title
        self.detail = detail
        self.icon = icon
    }

    /// The card as markup, a list item.
    var html: HTML {
        let links: HTML =
            shortcuts.isEmpty
            ? .empty
            : "<p class=\"ways\">\(shortcuts.map { "<a href=\"\($0.path.text)\">\($0.title)</a> " as HTML })</p>"
        return """
            <li><a href="\(path.text)">\(artwork?.html ?? icon?.html)<div><strong>\(title)</strong>\
            <span>\(detail)</span></div></a>\(links)</li>

            """
    }
}

/// A grid of cards, as many beside each other as the screen has room for.
public struct CardGrid: Sendable {
    private let items: [HTML]

    public init(_ cards: [Card]) { items = cards.map(\.html) }

    /// Creates a grid of cards already rendered by `Card.html`.
    init(items: [HTML]) { self.items = items }

    /// The grid as markup.
    public var html: HTML { "<ul class=\"cards\">\n\(items)</ul>" }
}
