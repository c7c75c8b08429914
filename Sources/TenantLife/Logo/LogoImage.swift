import Web

/// A picture that may stand for a tenant: PNG, JPEG or WebP, told by its own first bytes.
struct LogoImage: Sendable, Hashable {
    let mediaType: String
    let width: Int
    let height: Int

    /// The largest file, in bytes.
    static let byteLimit = 512 * 1024
    /// The most pixels on a side: what a browser unpacks is four bytes for each pixel of the area.
    static let sideLimit = 2048

    /// `nil` for anything that is none of the three, or whose size cannot be read.
    init?(_ bytes: [UInt8]) {
        guard let head = PictureHead(bytes) else { return nil }
        (mediaType, width, height) = (head.mediaType, head.width, head.height)
    }

    /// Whether it is a picture at all, and not more than a browser should unpack.
    var isOfUse: Bool { (1...Self.sideLimit).contains(width) && (1...Self.sideLimit).contains(height) }
}
