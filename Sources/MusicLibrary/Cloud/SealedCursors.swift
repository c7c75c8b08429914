import Web

/// Places in lists of upstream as clients hold them: unreadable, and good for one listener and one list. A client cannot say
/// what address is asked next with the listener's token.
struct SealedCursors: Sendable {
    let vault: TokenVault

    /// - Parameter list: what is listed and how; no line breaks.
    func seal(_ place: String, of list: String, for listener: Listener) throws -> String {
        Base64URL.text(of: try vault.seal("\(list)\n\(place)", as: label(listener)))
    }

    /// What `seal` was given; `nil` for anything else, and for another listener or list.
    func open(_ text: String, of list: String, for listener: Listener) -> String? {
        guard text.utf8.count <= 8000, let bytes = Base64URL.bytes(of: text),
            let plain = try? vault.open(bytes, as: label(listener)), plain.hasPrefix(list + "\n")
        else { return nil }
        return String(plain.dropFirst(list.count + 1))
    }

    private func label(_ listener: Listener) -> TokenVault.Label {
        TokenVault.Label(kind: .cursor, tenant: listener.tenant, account: listener.account)
    }
}
