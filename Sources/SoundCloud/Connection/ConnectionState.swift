import Cryptography
import Tenancy
import Web

/// The content of the OAuth `state` of a connection, encrypted with the server's key, so that nobody else can create a state.
///
/// An application at SoundCloud has one redirect address, so SoundCloud may send a browser to another tenant's host, which redirects the browser to
/// the origin in the state. Only the account and the browser that started a connection can complete it (RFC 9700 §4.7).
struct ConnectionState: Sendable, Hashable {
    let tenant: TenantID
    /// The scheme and host on which the connection was started.
    let origin: String
    /// The hash of the browser's session cookie; empty if an app with a bearer token started the connection.
    let browser: String
    /// The secret that identifies the stored attempt.
    let key: SecretKey

    /// Returns the hash of the caller's session cookie, or an empty text for a caller without a cookie.
    static func browser(of caller: Caller?) -> String {
        guard case .cookie(let token) = caller?.proof else { return "" }
        return Base64URL.text(of: Array(SHA256.hash(data: "tutti browser \(token)".utf8)))
    }

    /// Returns the state as encrypted text for use in an address. Throws if the encryption fails.
    func sealed(by vault: TokenVault) throws -> String {
        let text = ["\(tenant)", origin, browser, key.text].joined(separator: "\n")
        return Base64URL.text(of: try vault.seal(text, as: Self.label))
    }

    init(tenant: TenantID, origin: String, browser: String, key: SecretKey) {
        self.tenant = tenant
        self.origin = origin
        self.browser = browser
        self.key = key
    }

    /// Decrypts a state. Returns `nil` for a text that this installation did not create.
    init?(_ text: String, vault: TokenVault) {
        guard text.utf8.count <= 2000, let bytes = Base64URL.bytes(of: text),
            let plain = try? vault.open(bytes, as: Self.label)
        else { return nil }
        let parts = plain.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard parts.count == 4, let tenant = Int32(parts[0]), let key = SecretKey(parts[3]) else { return nil }
        self.init(tenant: TenantID(rawValue: tenant), origin: parts[1], browser: parts[2], key: key)
    }

    private static let label = TokenVault.Label(kind: .state, tenant: TenantID(rawValue: 0), account: 0)
}
