/// A list of items with pictures, such as tracks, shows or people.
public struct RowList: Sendable {
    private let rows: [ListRow]
    /// The name of the list for screen readers.
    public var label: String?
    /// The `id` of the heading that names the list.
    public var labelledBy: String?
    /// Whether the order has a meaning, as in a list of recent plays.
    public var isOrdered = false
    /// Whether rows show their numbers, from 1.
    public var isNumbered = false

    public init(_ rows: [ListRow]) { self.rows = rows }

    /// The list as markup.
    public var html: HTML {
        let element: HTML = isOrdered ? "ol" : "ul"
        let name: HTML? =
            labelledBy.map { " aria-labelledby=\"\($0)\"" } ?? label.map { " aria-label=\"\($0)\"" }
        return """
            <\(element) class="lines\(isNumbered ? " numbered" : "")"\(name)>
            \(rows.map(\.html))</\(element)>
            """
    }

    static let rules = """
        .lines { list-style: none; margin: 0 0 1rem; padding: 0; counter-reset: place; }
        .lines > li { display: flex; flex-wrap: wrap; gap: .25rem 1rem; align-items: center; padding: .6rem 0;
          border-bottom: 1px solid var(--line); }
        .lines > li:target { box-shadow: inset 3px 0 var(--accent); padding-left: .75rem; }
        .lines > li[aria-current] { border-left: 4px solid var(--accent); padding-left: .75rem; background: var(--raised); }
        .lines .grow { flex: 1 1 12rem; min-width: 0; }
        .lines a { text-decoration: none; }
        .lines a:hover { text-decoration: underline; }
        .lines > li[hidden] { display: none; }
        .lines .grow > span, .lines .grow > p { display: block; margin: 0; color: var(--faint); overflow-wrap: anywhere; }
        .lines .grow a { display: inline-block; padding: .15rem 0; color: var(--text); font-weight: 600;
          text-decoration: none; }
        .lines .grow > span a, .lines .grow > p a { color: inherit; font-weight: 400; }
        .lines .grow a.from-cloud { color: var(--cloud); }
        .lines .grow a.from-library { color: var(--library); }
        .lines .grow > span.from-cloud { display: inline; color: var(--cloud); }
        .lines .grow > span.from-library { display: inline; color: var(--library); }
        .lines .grow a:hover { text-decoration: underline; text-decoration-color: var(--accent); }
        .lines > li > .facts { color: var(--faint); font-variant-numeric: tabular-nums; }
        .lines > li > .acts { margin: 0; }
        .lines > li > .acts:has(> .confirm[open]) { flex: 1 1 100%; }
        .lines > li > .choice { flex: none; padding: .25rem .5rem .25rem 0; }
        .lines > li > .number { flex: none; min-width: 2rem; color: var(--faint); font-variant-numeric: tabular-nums; }
        .numbered > li { counter-increment: place; }
        .numbered > li::before { content: counter(place); flex: none; min-width: 1.75rem; color: var(--faint);
          font-variant-numeric: tabular-nums; }
        @media (max-width: 34rem) { .numbered > li > .acts { margin-left: 2.75rem; } }

        """
}

/// An item of a `RowList`: picture, name, details, facts and actions.
public struct ListRow: Sendable {
    /// The source of a name (spec L38); each source has a colour.
    public enum Origin: String, Sendable, Hashable {
        case cloud = "from-cloud"
        case library = "from-library"
    }

    /// The form around the buttons of a row.
    public struct Form: Sendable {
        fileprivate let path: LocalPath
        fileprivate let fields: HTML

        /// Creates a form that posts to `path`.
        ///
        /// - Parameter fields: the hidden fields that are sent with the pressed button.
        public init(_ path: LocalPath, _ fields: HTML) {
            self.path = path
            self.fields = fields
        }
    }

    private let title: HTML
    private let path: LocalPath?
    /// The item's picture, or the placeholder drawn from its name.
    public var artwork: Artwork?
    /// The item's URL on another site, if the item has no page here; otherwise `nil`.
    public var address: String?
    /// The source of the name, for lists with names from both sources.
    public var origin: Origin?
    /// Tags after the name.
    public var marks: HTML = .empty
    /// Lines below the name.
    public var details: [HTML] = []
    /// The item's own number in the list, such as its position in a playlist.
    public var number: Int64?
    /// A checkbox that selects the item.
    public var choice: HTML = .empty
    /// Facts at the end of the row, such as a duration or a count.
    public var facts: HTML = .empty
    /// Buttons, links and forms.
    public var actions: HTML = .empty
    /// The form around `actions`; `nil` if the actions contain their own forms.
    public var form: Form?
    /// The `id` of the row, for links to it.
    public var id: String?
    /// Whether the item is playing or open.
    public var isCurrent = false

    /// Creates a row without details, facts and actions.
    ///
    /// - Parameters:
    ///   - title: the item's name.
    ///   - path: the item's page; `nil` if the item has no page.
    public init(_ title: HTML, _ path: LocalPath?, artwork: Artwork?) {
        self.title = title
        self.path = path
        self.artwork = artwork
    }

    fileprivate var html: HTML {
        let id: HTML = id.map { " id=\"\($0)\"" } ?? .empty
        let mark: HTML = isCurrent ? " aria-current=\"true\"" : .empty
        let place: HTML? = number.map { "<span class=\"number\">\($0)</span>" }
        return """
            <li\(id)\(mark)>\(choice)\(place)\(artwork?.html)<div class="grow">\(name)\(marks)\
            \(details.map { "<p>\($0)</p>" as HTML })</div>\
            \(facts == .empty ? HTML.empty : "<div class=\"facts\">\(facts)</div>")\(acts)</li>

            """
    }

    private var name: HTML {
        let mark: HTML = origin.map { "class=\"\($0.rawValue)\" " } ?? .empty
        if let path { return "<a \(mark)href=\"\(path.text)\">\(title)</a>" }
        if let address { return "<a \(mark)href=\"\(HTML.address(address))\" rel=\"noreferrer\">\(title)</a>" }
        return origin.map { "<span class=\"\($0.rawValue)\">\(title)</span>" } ?? title
    }

    private var acts: HTML {
        guard actions != .empty else { return .empty }
        guard let form else { return "<div class=\"acts\">\(actions)</div>" }
        return "<form class=\"acts\" method=\"post\" action=\"\(form.path.text)\">\(form.fields)\(actions)</form>"
    }
}
