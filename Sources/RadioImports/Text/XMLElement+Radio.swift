import XML

extension XMLElement {
    /// The name without its prefix, for formats that are matched by local name.
    var localName: Substring {
        name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name[name.utf8.index(after: $0)...] } ?? name[...]
    }

    /// Returns the children with this local name, in order.
    func all(_ local: String) -> [XMLElement] { children.filter { $0.isCalled(local) } }

    /// Returns the first child with this local name, or `nil` if there is none.
    func first(_ local: String) -> XMLElement? { children.first { $0.isCalled(local) } }

    /// Returns whether `local` is the local name of the element. Compares the whole name first, because most names have no prefix.
    private func isCalled(_ local: String) -> Bool {
        name == local || (name.utf8.count > local.utf8.count && localName == local)
    }

    /// Returns the language in `xml:lang`, or `outer` if the attribute is missing or invalid.
    func language(within outer: String) -> String {
        attributes["xml:lang"].map { DraftText.language($0) }.flatMap { $0.isEmpty ? nil : $0 } ?? outer
    }
}

extension [XMLElement] {
    /// Returns the text in `language`, or else the first non-empty text, or `nil` if there is none. A single text is returned even if empty. Compares
    /// only the first subtag. A text without a tag counts as a text in `language`.
    func text(in language: String) -> String? {
        if count == 1 { return first?.text }
        let filled = filter { !DraftText.line($0.text, atMost: 1).isEmpty }
        let wanted = language.prefix { $0 != "-" }.lowercased()
        let fitting = filled.first { $0.language(within: language).prefix { $0 != "-" }.lowercased() == wanted }
        return (fitting ?? filled.first)?.text
    }
}
