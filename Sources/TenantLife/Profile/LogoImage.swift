import Web

/// A logo: a PNG, JPEG or WebP picture, recognised by its first bytes.
struct LogoImage: Sendable, Hashable {
    let mediaType: String
    let width: Int
    let height: Int

    /// The maximum size of a file, in bytes.
    static let byteLimit = 512 * 1024
    /// The largest number of pixels on a side. A browser needs four bytes of memory for each pixel.
    static let sideLimit = 2048

    /// Reads the type and size of a picture from the bytes of its file. Returns `nil` for another type or without a readable size.
    init?(_ bytes: [UInt8]) {
        guard let head = PictureHead(bytes) else { return nil }
        (mediaType, width, height) = (head.mediaType, head.width, head.height)
    }

    /// Whether both sides have an allowed number of pixels.
    var isOfUse: Bool { (1...Self.sideLimit).contains(width) && (1...Self.sideLimit).contains(height) }
}
