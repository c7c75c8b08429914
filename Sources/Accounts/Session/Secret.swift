import Crypto
import FoundationEssentials

/// 256 random bits that prove who somebody is (ASVS 5.0 V7.2.3): the holder keeps the text, the database only
/// its SHA-256, so that a stolen dump opens nothing.
struct Secret: Sendable, Hashable {
    /// 43 characters of base64url (RFC 4648 §5), without padding.
    let text: String

    /// A new one from the system's generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = Self.base64url((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// What somebody sent; `nil` when it cannot be a secret of ours, which saves a question to the database.
    init?(_ text: String) {
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isDigit) else { return nil }
        self.text = text
    }

    /// What is stored. Found by equality in an index: what time could tell is a part of a hash, from which
    /// nothing follows about the secret.
    var hash: [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    /// The token that forms of the session of this secret carry. It follows from the secret by a one-way
    /// function, so it needs no column, and a page that leaks it does not leak the session.
    var formToken: String { Self.base64url(Array(SHA256.hash(data: Data("tutti form token \(text)".utf8)))) }

    private static func base64url(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
