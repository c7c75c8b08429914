/// A list of items with pictures, such as tracks, shows or people.
public struct RowList: Sendable {
    private let rows: [ListRow]
    /// The name of the list for screen readers; `nil` if a heading names it.
    public var label: String?
    /// The `id` of the heading that names the list, which takes precedence over `label`; `nil` for none.
    public var labelledBy: String?
    /// Whether the order of the rows has a meaning, as in a list of recent plays.
    public var isOrdered = false
    /// Whether each row shows its position, from 1.
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
}

/// An item of a `RowList`: picture, name, details, facts and actions.
public struct ListRow: Sendable {
    /// The source of the name in a row: SoundCloud or the listener's library (spec L38). Each source has a colour.
    public enum Origin: String, Sendable, Hashable {
        case cloud = "from-cloud"
        case library = "from-library"
    }

    /// The form around the buttons of a row.
    public struct Form: Sendable {
        fileprivate let path: LocalPath
        fileprivate let fields: HTML

        /// Creates a form. `fields` are the hidden fields.
        public init(_ path: LocalPath, _ fields: HTML) {
            self.path = path
            self.fields = fields
        }
    }

    private let title: HTML
    private let path: LocalPath?
    /// The item's picture or placeholder; `nil` for neither.
    public var artwork: Artwork?
    /// The item's URL on another site, for an item without a page here; `nil` for none.
    public var address: String?
    /// The source of the name, for lists with names from both sources; `nil` in other lists.
    public var origin: Origin?
    /// Tags that follow the name on the same line.
    public var marks: HTML = .empty
    /// Lines of text below the name.
    public var details: [HTML] = []
    /// The number before the item, such as its position in a playlist; `nil` for none.
    public var number: Int64?
    /// A checkbox that selects the item.
    public var choice: HTML = .empty
    /// Facts at the end of the row, such as a duration or a count.
    public var facts: HTML = .empty
    /// Buttons, links and forms at the end of the row.
    public var actions: HTML = .empty
    /// The form around `actions`; `nil` if the actions need no form or contain their own forms.
    public var form: Form?
    /// The `id` of the row; `nil` for none.
    public var id: String?
    /// Whether the item is playing or open.
    public var isCurrent = false

    /// Creates a row with the item's name and the path of its page; `nil` if it has no page.
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
            \(facts == .empty ? HTML.empty : "<div class=\"facts\">\(facts)</div>")\(actionList)</li>

            """
    }

    private var name: HTML {
        let mark: HTML = origin.map { "class=\"\($0.rawValue)\" " } ?? .empty
        if let path { return "<a \(mark)href=\"\(path.text)\">\(title)</a>" }
        if let address { return "<a \(mark)href=\"\(HTML.address(address))\" rel=\"noreferrer\">\(title)</a>" }
        return origin.map { "<span class=\"\($0.rawValue)\">\(title)</span>" } ?? title
    }

    private var actionList: HTML {
        guard actions != .empty else { return .empty }
        guard let form else { return "<div class=\"acts\">\(actions)</div>" }
        return "<form class=\"acts\" method=\"post\" action=\"\(form.path.text)\">\(form.fields)\(actions)</form>"
    }
}
