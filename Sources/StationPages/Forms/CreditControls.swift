import Web

extension FormControls {
    /// Returns the controls for the credits: the credited people in order, each with a field for the role, and a search for more people. Clearing the
    /// role removes the person.
    func credits(_ chooser: Chooser) -> HTML {
        let kept = state.value["credits"]?.list.count ?? 0
        let names = Dictionary(chooser.chosen.map { ($0.key, $0.label) }, uniquingKeysWith: { first, _ in first })
        let isSearched = state.search?.name == "credits"
        let count = kept + (isSearched ? chooser.others.count : 0)
        return """
            <fieldset\(described("credits"))><legend>Credits</legend>
            <p class="hint" id="credits-hint">The role says what the person does, for example host, guest, author or \
            composer. Clear the role to remove the person.</p>\(fault("credits"))
            <datalist id="roles">\(Self.roles.map { "<option value=\"\($0)\"></option>" as HTML })</datalist>
            <input type="hidden" name="rows/credits" value="\(count)">
            <div class="credits">\((0..<kept).map { credit($0, names, chooser.pictures) })</div>
            \(find("credits", "Name of a person"))
            \(found(chooser) { item in
                let row = kept + (chooser.others.firstIndex(of: item) ?? 0)
                return newCredit(row, item, chooser.pictures)
            })
            <p class="hint">Not in the list? <a href="/station/people/new">Add a person</a> first.</p>
            </fieldset>
            """
    }

    private static let roles = [
        "host", "presenter", "guest", "author", "composer", "director", "producer", "performer",
    ]

    private func credit(_ index: Int, _ names: [Int64: String], _ pictures: [Int64: String]) -> HTML {
        let path = "credits/\(index)"
        let key = state.value["\(path)/person"]?.keys.first ?? 0
        let name = names[key] ?? "Deleted person"
        return """
            <div class="credit"><input type="hidden" name="\(path)/person" value="\(key)">
            <span class="who">\(Self.artwork(name, pictures[key]))<a href="/station/people/\(key)">\(name)</a></span>
            <span><label class="hidden" for="\(id(path))-role">Role of \(name)</label>
            <input id="\(id(path))-role" name="\(path)/role" value="\(typed("\(path)/role"))" list="roles" maxlength="50"\
            \(described("\(path)/role"))>\(fault("\(path)/role"))\(fault("\(path)/person"))</span></div>
            """
    }

    private static func artwork(_ name: String, _ picture: String?) -> HTML {
        Artwork(name, url: picture, isRound: true, size: .small).html
    }

    private func newCredit(_ index: Int, _ item: Chooser.Item, _ pictures: [Int64: String]) -> HTML {
        let path = "credits/\(index)"
        return """
            <div class="credit"><input type="hidden" name="\(path)/person" value="\(item.key)">
            <span class="who">\(Self.artwork(item.label, pictures[item.key]))<span>\(item.label)</span></span>
            <span><label class="hidden" for="\(id(path))-role">Role of \(item.label), not yet credited</label>
            <input id="\(id(path))-role" name="\(path)/role" list="roles" maxlength="50" placeholder="role"></span></div>
            """
    }
}
