/// The head of a list: a search field and a button that adds an item.
public struct ListHead: Sendable {
    private let path: LocalPath
    private let label: String
    private let search: String
    /// Hidden fields of the search form, such as the current filter.
    public var fields: HTML = .empty
    /// The button or link that adds an item.
    public var action: HTML = .empty
    /// The maximum length of the search text, in UTF-16 code units.
    public var limit = 200

    /// Creates the head of a list. The search goes to `path`; `label` is the label of the search field and `search` the current text.
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
}
