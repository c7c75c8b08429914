import Foundation

/// Places in lists of upstream as clients hold them: unreadable, and good for one listener and one list. A client cannot say
/// what address is asked next with the listener's token.
struct SealedCursors: Sendable {
    let vault: TokenVault

    /// - Parameter list: what is listed and how; no line breaks.
    func seal(_ place: String, of list: String, for listener: Listener) throws -> String {
        Data(try vault.seal("\(list)\n\(place)", as: label(listener))).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// What `seal` was given; `nil` for anything else, and for another listener or list.
    func open(_ text: String, of list: String, for listener: Listener) -> String? {
        guard text.utf8.count <= 8000 else { return nil }
        var base64 = text.replacing("-", with: "+").replacing("_", with: "/")
        base64 += String(repeating: "=", count: (4 - base64.utf8.count % 4) % 4)
        guard let bytes = Data(base64Encoded: base64), let plain = try? vault.open(Array(bytes), as: label(listener)),
            plain.hasPrefix(list + "\n")
        else { return nil }
        return String(plain.dropFirst(list.count + 1))
    }

    private func label(_ listener: Listener) -> TokenVault.Label {
        TokenVault.Label(kind: .cursor, tenant: listener.tenant, account: listener.account)
    }
}
