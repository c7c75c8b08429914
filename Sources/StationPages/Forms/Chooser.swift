import Radio
import Tenancy
import Web

/// The items of a multiple choice in a form: the selected ones, and those that can be selected.
struct Chooser: Sendable {
    /// An item that can be selected.
    struct Item: Sendable, Hashable {
        let key: Int64
        let label: String
        /// A text that distinguishes items with the same name.
        var detail = ""
    }

    let name: String
    var chosen: [Item] = []
    /// The unselected items to list: those among the first `found` search results or, without a search, all if there are at most `few` items in
    /// total.
    var others: [Item] = []
    /// The paths of the items' pictures by ID.
    var pictures: [Int64: String] = [:]
    /// Whether there are more items than one page of the search or list contains.
    var isPart = false
    /// The TV-Anytime terms that were found and are not yet genres.
    var terms: [GenreTerm] = []

    static let few = 40
    static let found = 30

    /// Reads the items with the IDs in `keys`, without deleted ones, and the other items to list. `detail` returns the text that distinguishes items
    /// with the same name.
    init<Store: CatalogueStore>(
        _ name: String, keys: [Int64], from store: Store, _ state: FormState, in tenant: Tenant,
        detail: (Store.Content) -> String = { _ in "" }
    ) async throws {
        self.name = name
        let search = state.search?.name == name ? state.search?.text : nil
        let list = ListQuery(search: search, limit: search == nil ? Self.few : Self.found, in: tenant)
        let (page, next) = try await store.page(list, in: tenant.id)
        let known = try await store.items(keys, in: tenant.id)
        chosen = keys.compactMap { key in
            known[key].map { Item(key: key, label: $0.content.label, detail: detail($0.content)) }
        }
        isPart = next != nil
        if search != nil || next == nil {
            let chosenKeys = Set(keys)
            others = page.filter { !chosenKeys.contains($0.id) }
                .map { Item(key: $0.id, label: $0.content.label, detail: detail($0.content)) }
        }
    }
}

extension CatalogueStore {
    /// Returns the items with these IDs. Unknown IDs have no entry.
    func items(_ keys: [Int64], in tenant: TenantID) async throws -> [Int64: Item] {
        guard !keys.isEmpty else { return [:] }
        return try await database.transaction(in: tenant) { transaction in
            let rows = try await transaction.rows(selection(of: keys, in: tenant))
            return Dictionary(
                try rows.map { row in
                    let key: Int64 = try row("key")
                    return (key, Item(id: key, revision: try row.optional("revision"), content: try content(of: row)))
                }, uniquingKeysWith: { first, _ in first })
        }
    }
}

extension FormControls {
    /// Returns checkboxes for the items, with a search field if not all items are listed, and always for genres. `leading` is the label of the option
    /// that puts an item first; `nil` if the order has no meaning.
    func chooser(_ chooser: Chooser, _ legend: HTML, search: String, leading: String? = nil, hint: HTML? = nil) -> HTML
    {
        let name = chooser.name
        let rest = chooser.others.map { box(name, $0, isChosen: false, leading: nil, isFirst: false) }
        let isLong = rest.count > 8
        let hasSearch = chooser.isPart || state.search?.name == name || !chooser.terms.isEmpty || name == "genres"
        return """
            <fieldset class="chooser"\(described(name, hint, within: true))><legend>\(legend)</legend>\
            \(hint.map { "<p class=\"hint\" id=\"\(id(name))-hint\">\($0)</p>" as HTML })\(fault(name, within: true))
            \(chooser.chosen.isEmpty && hasSearch ? "<p class=\"hint\">None selected.</p>" : HTML.empty)
            <div class="choices">\
            \(chooser.chosen.enumerated().map { box(name, $1, isChosen: true, leading: chooser.chosen.count > 1 ? leading : nil, isFirst: $0 == 0) })\
            \(hasSearch || isLong ? [] : rest)</div>
            \(!hasSearch && isLong ? folded(rest) : HTML.empty)
            \(hasSearch ? finder(chooser, search) : HTML.empty)
            </fieldset>
            """
    }

    private func folded(_ boxes: [HTML]) -> HTML {
        "<details><summary>Show \(boxes.count) choices</summary><div class=\"choices\">\(boxes)</div></details>"
    }

    private func box(_ name: String, _ item: Chooser.Item, isChosen: Bool, leading: String?, isFirst: Bool) -> HTML {
        let first = leading.map { word -> HTML in
            """
            <label class="lead"><input type="radio" name="first/\(name)" value="\(item.key)"\(isFirst ? " checked" : HTML.empty)> \
            \(word)<span class="hidden">: \(item.label)</span></label>
            """
        }
        return """
            <div class="pick"><label class="choice"><input type="checkbox" name="\(name)" value="\(item.key)"\
            \(isChosen ? " checked" : HTML.empty)> <span>\(item.label)\
            \(item.detail.isEmpty ? HTML.empty : " <span class=\"faint\">\(item.detail)</span>")</span></label>\(first)</div>
            """
    }

    private func finder(_ chooser: Chooser, _ label: String) -> HTML {
        """
        \(find(chooser.name, label))
        \(found(chooser) { box(chooser.name, $0, isChosen: false, leading: nil, isFirst: false) })
        """
    }

    func find(_ name: String, _ label: String) -> HTML {
        """
        <div class="find"><div><label for="find-\(id(name))">\(label)</label>
        <input id="find-\(id(name))" name="find/\(name)" type="search" maxlength="100" autocomplete="off"></div>
        <button class="quiet" name="find" value="\(name)" formnovalidate>Find<span class="hidden"> \(label)</span></button></div>
        """
    }

    func found(_ chooser: Chooser, _ item: (Chooser.Item) -> HTML) -> HTML {
        guard let search = state.search, search.name == chooser.name else { return .empty }
        let isEmpty = chooser.others.isEmpty && chooser.terms.isEmpty
        let next: HTML =
            chooser.name == "credits" ? "write a role next to each person to credit" : "tick your choices"
        let resultText: HTML =
            isEmpty
            ? "No further matches for “\(search.text)”."
            : chooser.others.isEmpty
                ? "No further matches for “\(search.text)” among your genres."
                : "\(chooser.isPart ? "First results" : "Results") for “\(search.text)”: \(next), then save."
        return """
            <div class="found" id="found"><p role="status">\(resultText)</p>
            <div class="choices">\(chooser.others.map(item))</div>\(terms(chooser.terms))</div>
            """
    }

    private func terms(_ terms: [GenreTerm]) -> HTML {
        guard !terms.isEmpty else { return .empty }
        return """
            <p class="hint">These TV-Anytime terms are not yet among your genres. \
            Each button adds its term to your genres and ticks the new genre here.</p>
            <ul class="terms">\(terms.map { term in
                """
                <li><button class="quiet" name="take" value="\(term.code)" formnovalidate>\(term.name) \
                <span class="faint">\(term.code.dropFirst(GenreTerm.scheme.utf8.count))</span></button></li>
                """ as HTML
            })</ul>
            """
    }
}
