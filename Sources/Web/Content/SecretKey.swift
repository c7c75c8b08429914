import Cryptography
import FoundationEssentials

/// A secret of 256 random bits, such as a session key, an access token or the secret of a calendar URL (ASVS 5.0 V7.2.3). The client keeps
/// the text; the database stores only its SHA-256, so that a stolen dump gives no access.
public struct SecretKey: Sendable, Hashable {
    /// The key as 43 characters of base64url (RFC 4648 §5), without padding.
    public let text: String

    /// The length of every key's `text` in characters.
    public static let length = 43

    /// Creates a key with the system's random number generator.
    public init() {
        text = Base64URL.text(of: RandomBytes.make(count: 32))
    }

    /// Reads a key that a client sent. Returns `nil` if the text does not have the form of a key, so that this text needs no database query.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Base64URL.isDigit) else { return nil }
        self.text = text
    }

    /// The SHA-256 of the text, 32 bytes, as the database stores it. An index lookup by equality is safe: its timing can reveal only a part of the
    /// hash, and the key cannot be computed from the hash.
    public var hash: [UInt8] { Self.hash(of: text) }

    /// Returns a value derived from the key by a one-way function. A page may show the value, but must keep the key secret.
    ///
    /// - Parameter purpose: a different text for each use.
    public func derived(for purpose: String) -> String { Base64URL.text(of: Self.hash(of: "\(purpose) \(text)")) }

    private static func hash(of text: String) -> [UInt8] { Array(SHA256.hash(data: text.utf8)) }
}
