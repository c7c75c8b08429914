import Crypto
import FoundationEssentials

/// 256 random bits that prove who somebody is, or let a program in by an address alone (ASVS 5.0 V7.2.3). The holder keeps the
/// text, the database only its SHA-256, so that a stolen dump opens nothing.
public struct SecretKey: Sendable, Hashable {
    /// 43 characters of base64url (RFC 4648 §5), without padding.
    public let text: String

    /// How many characters its text has.
    public static let length = 43

    /// A new one from the system's generator.
    public init() {
        var generator = SystemRandomNumberGenerator()
        text = Base64URL.text(of: (0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// What somebody sent; `nil` when it cannot be a key of ours, which saves a question to the database.
    public init?(_ text: String) {
        guard text.utf8.count == Self.length, text.utf8.allSatisfy(Base64URL.isDigit) else { return nil }
        self.text = text
    }

    /// What is stored, 32 bytes. Found by equality in an index: what time could tell is a part of a hash, from which nothing
    /// follows about the key.
    public var hash: [UInt8] { Self.hash(of: text) }

    /// What follows from the key by a one-way function and is safe to show where the key is not.
    ///
    /// - Parameter purpose: a different text for each use.
    public func derived(for purpose: String) -> String { Base64URL.text(of: Self.hash(of: "\(purpose) \(text)")) }

    private static func hash(of text: String) -> [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }
}
