/// Things of one kind below each other, each with its picture: tracks, shows, people.
public struct RowList: Sendable {
    private let rows: [ListRow]
    /// Whether each row shows its place.
    public var isNumbered = false

    public init(_ rows: [ListRow]) { self.rows = rows }

    /// The list as markup.
    public var html: HTML {
        "<ul class=\"lines\(isNumbered ? " numbered" : "")\">\n\(rows.map(\.html))</ul>"
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
        .lines .grow a:hover { text-decoration: underline; text-decoration-color: var(--accent); }
        .lines > li > .facts { color: var(--faint); font-variant-numeric: tabular-nums; }
        .numbered > li { counter-increment: place; }
        .numbered > li::before { content: counter(place); flex: none; min-width: 1.75rem; color: var(--faint);
          font-variant-numeric: tabular-nums; }

        """
}

/// One thing in a `RowList`: picture, name, what is said of it, figures, what can be done.
public struct ListRow: Sendable {
    private let title: HTML
    private let path: LocalPath?
    /// Its picture, or one drawn from its name.
    public var artwork: Artwork?
    /// Lines below its name.
    public var details: [HTML] = []
    /// What stands at the end: a length, a count.
    public var facts: HTML = .empty
    /// Buttons and forms.
    public var actions: HTML = .empty
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
        let name: HTML = path.map { "<a href=\"\($0.text)\">\(title)</a>" } ?? title
        let id: HTML = id.map { " id=\"\($0)\"" } ?? .empty
        let mark: HTML = isCurrent ? " aria-current=\"true\"" : .empty
        return """
            <li\(id)\(mark)>\(artwork?.html)<div class="grow">\(name)\(details.map { "<p>\($0)</p>" as HTML })</div>\
            \(facts == .empty ? HTML.empty : "<div class=\"facts\">\(facts)</div>")\
            \(actions == .empty ? HTML.empty : "<div class=\"acts\">\(actions)</div>")</li>

            """
    }
}
