/// Things of one kind below each other, each with its picture: tracks, shows, people.
public struct RowList: Sendable {
    private let rows: [ListRow]
    /// What the list is, for those who do not see the page.
    public var label: String?
    /// The `id` of the heading that says what the list is.
    public var labelledBy: String?
    /// Whether the order says something, as of what was heard last.
    public var isOrdered = false
    /// Whether each row shows its place, counted from one.
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

/// One thing in a `RowList`: picture, name, what is said of it, figures, what can be done.
public struct ListRow: Sendable {
    /// Whose word a name is (spec L38); each has a colour.
    public enum Origin: String, Sendable, Hashable {
        case cloud = "from-cloud"
        case library = "from-library"
    }

    /// The form that the buttons of a row are in.
    public struct Form: Sendable {
        fileprivate let path: LocalPath
        fileprivate let fields: HTML

        /// - Parameter fields: what it sends beside the button that was pressed.
        public init(_ path: LocalPath, _ fields: HTML) {
            self.path = path
            self.fields = fields
        }
    }

    private let title: HTML
    private let path: LocalPath?
    /// Its picture, or one drawn from its name.
    public var artwork: Artwork?
    /// Its page at another site, where it has none here.
    public var address: String?
    /// Whose word its name is, where a list has names of both.
    public var origin: Origin?
    /// Tags behind its name.
    public var marks: HTML = .empty
    /// Lines below its name.
    public var details: [HTML] = []
    /// Its place, where the list has places of its own.
    public var number: Int64?
    /// A box to choose it by.
    public var choice: HTML = .empty
    /// What stands at the end: a length, a count.
    public var facts: HTML = .empty
    /// Buttons, links and forms.
    public var actions: HTML = .empty
    /// The form that `actions` are the buttons of; `nil` where they have their own.
    public var form: Form?
    /// What an address ends in that leads to this row.
    public var id: String?
    /// Whether it is what plays, or is open.
    public var isCurrent = false

    /// - Parameters:
    ///   - title: its name.
    ///   - path: its page; `nil` where it has none.
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
