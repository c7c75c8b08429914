import Crypto
import FoundationEssentials

/// 256 random bits as 43 characters of base64url: the state of an authorization, and the verifier of RFC 7636.
struct ProofKey: Sendable, Hashable {
    let text: String

    /// A new one from the system's generator.
    init() {
        var generator = SystemRandomNumberGenerator()
        text = Self.base64url((0..<32).map { _ in UInt8.random(in: .min ... .max, using: &generator) })
    }

    /// What somebody sent or was kept; `nil` when it cannot be one of ours.
    init?(_ text: String) {
        guard text.utf8.count == 43,
            text.utf8.allSatisfy({
                (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20) || $0 == 0x2D || $0 == 0x5F
            })
        else { return nil }
        self.text = text
    }

    /// What is stored of a state: a dump opens nothing.
    var hash: [UInt8] { Array(SHA256.hash(data: Data(text.utf8))) }

    /// What SoundCloud is told beforehand of a verifier, by the method S256.
    var challenge: String { Self.base64url(hash) }

    private static func base64url(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
