import XML

extension XMLElement {
    /// The name without its prefix.
    var localName: Substring {
        name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name[name.utf8.index(after: $0)...] } ?? name[...]
    }

    /// Returns the children with this local name.
    func all(_ local: String) -> [XMLElement] { children.filter { $0.isCalled(local) } }

    /// Returns the first child with this local name; `nil` if there is none.
    func first(_ local: String) -> XMLElement? { children.first { $0.isCalled(local) } }

    /// Returns whether the element has this local name. Most names have no prefix, so the whole name is compared first.
    private func isCalled(_ local: String) -> Bool {
        name == local || (name.utf8.count > local.utf8.count && localName == local)
    }

    /// Returns the language tag in `xml:lang`; `outer` if the attribute is missing or is not a language tag.
    func language(within outer: String) -> String {
        attributes["xml:lang"].map { DraftText.language($0) }.flatMap { $0.isEmpty ? nil : $0 } ?? outer
    }
}

extension [XMLElement] {
    /// Returns the first text in `language` or without a stated language, or else the first text in any language; `nil` if there is no element or all
    /// of several are empty. Only the first subtags of languages are compared, and empty texts are passed over if there are several.
    func text(in language: String) -> String? {
        if count == 1 { return first?.text }
        let filled = filter { !DraftText.line($0.text, atMost: 1).isEmpty }
        let wanted = language.prefix { $0 != "-" }.lowercased()
        let fitting = filled.first { $0.language(within: language).prefix { $0 != "-" }.lowercased() == wanted }
        return (fitting ?? filled.first)?.text
    }
}
