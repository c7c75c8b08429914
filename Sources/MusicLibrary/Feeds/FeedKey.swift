import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// 256 random bits by which a program for podcasts reads one station: such programs know addresses and no log-in. The address holds
/// the text, the database only its SHA-256.
struct FeedKey: Sendable, Hashable {
    /// 43 characters of base64url (RFC 4648 §5), without padding.
    let text: String

    /// A new one from the system's generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = Data((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) }).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }

    /// What somebody sent; `nil` when it cannot be one of ours, which saves a question to the database.
    init?(_ text: String) {
        let isDigit = { (byte: UInt8) in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F: true
            default: false
            }
        }
        guard text.utf8.count == 43, text.utf8.allSatisfy(isDigit) else { return nil }
        self.text = text
    }

    /// What is stored.
    var hash: [UInt8] { Array(SHA256.hash(data: Array(text.utf8))) }
}
