/// A picture from SoundCloud: the bytes of the file and their media type.
public struct CloudPicture: Sendable, Hashable {
    public let bytes: [UInt8]
    public let mediaType: String

    /// Creates a picture from a JPEG, PNG or WebP file; `nil` for any other content. The first bytes decide, not the `Content-Type` of the host: a
    /// page must never receive a document or script in place of a picture.
    public init?(_ bytes: [UInt8]) {
        guard let mediaType = Self.mediaType(of: bytes) else { return nil }
        self.bytes = bytes
        self.mediaType = mediaType
    }

    /// Returns the media type by the signature of JPEG (ISO/IEC 10918-1, marker SOI), PNG (ISO/IEC 15948 §5.2) or WebP (RFC 9649 §2.4); `nil` for any
    /// other content.
    private static func mediaType(of bytes: [UInt8]) -> String? {
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return "image/jpeg" }
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return "image/png" }
        if bytes.count > 12, bytes.starts(with: Array("RIFF".utf8)), bytes[8..<12].elementsEqual("WEBP".utf8) {
            return "image/webp"
        }
        return nil
    }
}
