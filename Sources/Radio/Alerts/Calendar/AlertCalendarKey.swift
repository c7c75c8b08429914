import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// 256 random bits by which a calendar program reads an account's alerts: such programs know addresses and no log-in. The
/// address holds the text, the database only its SHA-256.
struct AlertCalendarKey: Sendable, Hashable {
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
        guard text.utf8.count == 43, text.utf8.allSatisfy(Self.isDigit) else { return nil }
        self.text = text
    }

    /// What is stored.
    var hash: [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    private static func isDigit(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
