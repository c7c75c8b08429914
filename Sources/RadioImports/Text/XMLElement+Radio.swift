import XML

extension XMLElement {
    /// The name without a prefix, for formats that are matched by local name.
    var localName: Substring {
        name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name[name.utf8.index(after: $0)...] } ?? name[...]
    }

    /// Returns the children with this local name, in order.
    func all(_ local: String) -> [XMLElement] { children.filter { $0.isCalled(local) } }

    /// Returns the first child with this local name.
    func first(_ local: String) -> XMLElement? { children.first { $0.isCalled(local) } }

    /// Returns whether the local name of the element is `local`. Compares the whole name first, since most names have
    /// no prefix.
    private func isCalled(_ local: String) -> Bool {
        name == local || (name.utf8.count > local.utf8.count && localName == local)
    }

    /// Returns the language of `xml:lang`, or `outer` if the attribute is missing or not a language.
    func language(within outer: String) -> String {
        attributes["xml:lang"].map { DraftText.language($0) }.flatMap { $0.isEmpty ? nil : $0 } ?? outer
    }
}

extension [XMLElement] {
    /// Returns the text in `language`, else the first text that is not empty, or `nil`. Only the first subtag is
    /// compared, and a text without a tag counts as a text in `language`.
    func text(in language: String) -> String? {
        if count == 1 { return first?.text }
        let said = filter { !DraftText.line($0.text, atMost: 1).isEmpty }
        let wanted = language.prefix { $0 != "-" }.lowercased()
        let fitting = said.first { $0.language(within: language).prefix { $0 != "-" }.lowercased() == wanted }
        return (fitting ?? said.first)?.text
    }
}
