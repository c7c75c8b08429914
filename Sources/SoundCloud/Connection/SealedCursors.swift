import Web

/// The encryption of SoundCloud's cursors for clients. A cursor is valid for one listener and one list only, so that a client cannot
/// choose the address to request with the listener's token.
package struct SealedCursors: Sendable {
    let vault: TokenVault

    /// Encrypts a cursor. Throws if the encryption fails.
    ///
    /// - Parameter list: The name and parameters of the list, without line breaks.
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
