import XML

extension XMLElement {
    /// The name without a prefix: what counts where a format lets its namespace have any prefix, or none.
    var localName: Substring {
        name.utf8.lastIndex(of: UInt8(ascii: ":")).map { name[name.utf8.index(after: $0)...] } ?? name[...]
    }

    /// The children of this name, whatever their prefix, in order.
    func all(_ local: String) -> [XMLElement] { children.filter { $0.isCalled(local) } }

    /// The first child of this name, whatever its prefix.
    func first(_ local: String) -> XMLElement? { children.first { $0.isCalled(local) } }

    /// Most names have no prefix, and are compared as they are.
    private func isCalled(_ local: String) -> Bool {
        name == local || (name.utf8.count > local.utf8.count && localName == local)
    }

    /// The language said here, else `outer`.
    func language(within outer: String) -> String {
        attributes["xml:lang"].map { DraftText.language($0) }.flatMap { $0.isEmpty ? nil : $0 } ?? outer
    }
}

extension [XMLElement] {
    /// Of texts in several languages the one in `language`, else the first that says anything: a tag counts as far as its
    /// first part, and one without a tag is in the language around it.
    func text(in language: String) -> String? {
        if count == 1 { return first?.text }
        let said = filter { !DraftText.line($0.text, atMost: 1).isEmpty }
        let wanted = language.prefix { $0 != "-" }.lowercased()
        let fitting = said.first { $0.language(within: language).prefix { $0 != "-" }.lowercased() == wanted }
        return (fitting ?? said.first)?.text
    }
}
