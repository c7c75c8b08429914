import Web

/// The encryption of SoundCloud's cursors, each for one listener and one list, so that clients cannot choose the address requested with a token.
package struct SealedCursors: Sendable {
    let vault: TokenVault

    /// Encrypts a cursor. `list` identifies the list by its name and parameters, and must not contain line breaks.
    package func seal(_ position: String, of list: String, for listener: Listener) throws -> String {
        Base64URL.text(of: try vault.seal("\(list)\n\(position)", as: label(listener)))
    }

    /// Decrypts a cursor. Returns `nil` if the cursor is invalid or belongs to another listener or list.
    package func open(_ text: String, of list: String, for listener: Listener) -> String? {
        guard text.utf8.count <= 8000, let bytes = Base64URL.bytes(of: text),
            let plain = try? vault.open(bytes, as: label(listener)), plain.hasPrefix(list + "\n")
        else { return nil }
        return String(plain.dropFirst(list.count + 1))
    }

    private func label(_ listener: Listener) -> TokenVault.Label {
        TokenVault.Label(kind: .cursor, tenant: listener.tenant, account: listener.account)
    }
}
