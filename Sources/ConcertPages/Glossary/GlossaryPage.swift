import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/glossary` with the terms by category.
struct GlossaryPage: Sendable {
    let context: RequestContext
    let items: [GlossaryItem]
    let search: String
    /// The category that is shown; empty for all.
    let category: String
    /// The number of terms before the first term of the page.
    let start: Int
    let notice: ConcertNotice?

    /// The number of terms on a page.
    static let limit = 100

    func response() -> Response {
        var page = ConcertPage("Glossary", .glossary, context, content: content)
        page.tabs = .glossary(.terms)
        return page.response()
    }

    private static let newTerm: HTML = "<a class=\"button\" href=\"/cms/glossary/term\">\(Icon.add.html) New term</a>"

    private var content: HTML {
        guard !items.isEmpty else {
            let empty = EmptyState(
                .list, "No terms yet",
                "Phones link the words of the notes to the terms of the glossary. Add a term, or import a table.",
                action: "\(Self.newTerm) <a class=\"button quiet\" href=\"/cms/glossary/import\">Import terms…</a>")
            return "\(notice?.html)\(empty.html)"
        }
        var head = ListHead("/cms/glossary", "Part of a term or of its description", search: search)
        head.fields = category.isEmpty ? .empty : .hidden("category", category)
        head.action = Self.newTerm
        let matches = items.filter(GlossarySearch(search).finds)
        let counts = Dictionary(grouping: matches, by: \.category).mapValues(\.count)
        let chips = Chips(
            "Categories",
            [.init("All", path(category: "").description, count: matches.count, isCurrent: category.isEmpty)]
                + counts.keys.sorted().map { name in
                    .init("\(name)", path(category: name).description, count: counts[name], isCurrent: name == category)
                })
        let found = matches.filter { category.isEmpty || $0.category == category }.sorted {
            ($0.category, $0.key) < ($1.category, $1.key)
        }
        let shown = found.dropFirst(start).prefix(Self.limit)
        guard !shown.isEmpty else {
            let empty = EmptyState(
                .search, "No term matches", "Search for a part of a term or of its description.",
                action: "<a class=\"button quiet\" href=\"/cms/glossary\">Show all terms</a>")
            return "\(notice?.html)\(head.html)\(empty.html)"
        }
        return """
            \(notice?.html)\(head.html)\(chips.html)\(sections(Array(shown)))\(pages(found.count))
            """
    }

    private func path(category: String, start: Int = 0) -> LocalPath {
        ConcertPaths.list(
            "/cms/glossary",
            [("search", search), ("category", category), ("start", start == 0 ? nil : String(start))])
    }

    private func sections(_ shown: [GlossaryItem]) -> [HTML] {
        var sections: [HTML] = []
        var rest = shown[...]
        while let first = rest.first {
            let group = rest.prefix { $0.category == first.category }
            rest = rest.dropFirst(group.count)
            sections.append("<section><h2>\(first.category)</h2>\(RowList(group.map(row)).html)</section>\n")
        }
        return sections
    }

    private func row(_ item: GlossaryItem) -> ListRow {
        var row = ListRow("\(item.name)", ConcertPaths.term(item.name), artwork: nil)
        row.marks = item.isOverCommon ? " <b class=\"tag bad\">very common</b>" : .empty
        row.details = [
            "\(item.description.count > 160 ? String(item.description.prefix(160)) + "…" : item.description)"
        ]
        row.facts = item.image.isEmpty ? .empty : "\(item.image)"
        return row
    }

    private func pages(_ count: Int) -> HTML {
        guard count > Self.limit || start > 0 else { return .empty }
        let last = min(start + Self.limit, count)
        let back = path(category: category, start: max(0, start - Self.limit)).description
        let next = path(category: category, start: start + Self.limit).description
        return """
            <nav class="pages" aria-label="Pages">\
            \(start > 0 ? "<a class=\"button quiet\" href=\"\(back)\">Previous terms</a>" : HTML.empty)\
            \(last < count ? "<a class=\"button quiet\" href=\"\(next)\">Next terms</a>" : HTML.empty)\
            <p class="faint">Terms \(start + 1) to \(last) of \(count)</p></nav>
            """
    }
}

extension Tabs {
    enum GlossaryTab: CaseIterable {
        case terms, report, transfer
    }

    /// Returns the tabs of the glossary.
    static func glossary(_ current: GlossaryTab) -> Tabs {
        Tabs(
            "Glossary",
            [
                Tab("/cms/glossary", "Terms", isCurrent: current == .terms),
                Tab("/cms/glossary/report", "Report", isCurrent: current == .report),
                Tab("/cms/glossary/import", "Import and export", isCurrent: current == .transfer),
            ])
    }
}
