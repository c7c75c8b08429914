import Cryptography

/// The address of a picture on SoundCloud: the artwork of a track or playlist, or the avatar of a user.
public struct CloudPictureAddress: Sendable, Hashable {
    /// The address as SoundCloud's API sends it, usually of the picture in the size "large" (100 × 100 pixels).
    public let text: String

    /// Creates an address. Returns `nil` for an item without a picture, whose address is empty.
    public init?(_ text: String) {
        guard !text.isEmpty else { return nil }
        self.text = text
    }

    /// The first 16 hexadecimal digits of the address's SHA-256. A replaced picture gets another address, and so another version.
    public var version: String {
        SHA256.hash(data: Array(text.utf8)).prefix(8).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    /// Returns the address of the picture with a width of 47, 67, 100, 300 or 500 pixels: the smallest that is at least `size` pixels, or else 500
    /// (SoundCloud API guide, "artwork_url"). Returns the unchanged address if `size` is `nil` or the address does not name the size "large".
    public func sized(_ size: Int?) -> String {
        guard let size else { return text }
        let name =
            switch size {
            case ...47: "badge"
            case ...67: "t67x67"
            case ...100: "large"
            case ...300: "t300x300"
            default: "t500x500"
            }
        return text.replacing("-large.", with: "-\(name).", maxReplacements: 1)
    }
}
