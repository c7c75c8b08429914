import Cryptography
import FoundationEssentials

/// A secret of 256 random bits, such as a session key or an access token (ASVS 5.0 V7.2.3). The client keeps the text; the database stores only its
/// SHA-256, so that a stolen dump gives no access.
public struct SecretKey: Sendable, Hashable {
    /// The key as 43 characters of base64url (RFC 4648 §5).
    public let text: String

    /// The length of `text` in characters.
    public static let length = 43

    /// Creates a key with the system's random number generator.
    public init() {
        text = Base64URL.text(of: RandomBytes.make(count: 32))
    }

    /// Reads a key that a client sent. Returns `nil` if the text does not have the form of a key, which saves a database query.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Base64URL.isDigit) else { return nil }
        self.text = text
    }

    /// The SHA-256 of the text, as the database stores it. An index lookup by equality is safe: its timing reveals at most a part of the hash.
    public var hash: [UInt8] { Self.hash(of: text) }

    /// Returns a value derived from the key by a one-way function. A page may show this value. `purpose` is a different text for each use.
    public func derived(for purpose: String) -> String { Base64URL.text(of: Self.hash(of: "\(purpose) \(text)")) }

    private static func hash(of text: String) -> [UInt8] { Array(SHA256.hash(data: text.utf8)) }
}
