/// The head of a list: a search field and a button that adds an item.
public struct ListHead: Sendable {
    private let path: LocalPath
    private let label: String
    private let search: String
    /// Hidden fields of the search form, such as the current filter.
    public var fields: HTML = .empty
    /// The button or link that adds an item.
    public var action: HTML = .empty
    /// The maximum length of the search text, in characters.
    public var limit = 200

    /// Creates the head of a list.
    ///
    /// - Parameters:
    ///   - path: the path to which the search is sent.
    ///   - label: the label of the search field: "Part of a title".
    ///   - search: the current search text.
    public init(_ path: LocalPath, _ label: String, search: String) {
        self.path = path
        self.label = label
        self.search = search
    }

    /// The head as markup. The search field has the id and the name `search`.
    public var html: HTML {
        """
        <div class="head"><form class="search" method="get" action="\(path.text)" role="search">\(fields)<div>\
        <label for="search">\(label)</label>
        <input id="search" name="search" type="search" value="\(search)" maxlength="\(limit)"></div>
        <button class="quiet">\(Icon.search.html)<span class="hidden">Search</span></button></form>
        \(action)</div>
        """
    }

    static let rules = """
        .head { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: end; margin: 0 0 1.25rem; }
        .head form.search { display: flex; gap: .5rem; align-items: end; flex: 1 1 16rem; max-width: 38rem; }
        .head form.search > div { flex: 1; }
        .head form.search label { margin-top: 0; }
        .head .button { margin-left: auto; }
        .also { color: var(--faint); margin: 0 0 1rem; }
        .also a { display: inline-block; padding: .25rem 0; }
        .pages { display: flex; flex-wrap: wrap; gap: .75rem; }
        .pair { display: grid; gap: 0 1rem; grid-template-columns: repeat(auto-fit, minmax(11rem, 1fr)); }
        figure { margin: 0 0 .75rem; }
        figure img { display: block; max-width: 100%; max-height: 18rem; border-radius: var(--round); }
        figcaption { padding: .35rem 0; }
        .columns { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
        @media (min-width: 64rem) { .columns { grid-template-columns: minmax(0, 44rem) minmax(20rem, 1fr); } }
        .columns section { margin: 0 0 2rem; }
        @media (min-width: 64rem) { .columns > div:last-child > section:first-child > h2 { margin-top: 0; } }
        .two { display: grid; gap: 0 3rem; grid-template-columns: minmax(0, 1fr); }
        @media (min-width: 64rem) { .two { grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); } }

        """
}
