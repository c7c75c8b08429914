import HTTP
import Web

/// The limits on uploaded picture files. The bytes determine the format; `Content-Type` is ignored.
package enum ArtImage {
    /// The maximum size of a file, in bytes.
    package static let byteLimit = 4 * 1024 * 1024
    /// The maximum width and height, in pixels.
    static let sideLimit = 8192

    /// Reads the format and the size in pixels from the first bytes of a file.
    ///
    /// - Throws: `APIError` 413 for more than `byteLimit` bytes, 415 for an unsupported or damaged file, 422 for a side outside 1 to `sideLimit`
    ///   pixels.
    package static func head(_ bytes: [UInt8]) throws(APIError) -> PictureHead {
        guard bytes.count <= byteLimit else {
            throw APIError(
                .contentTooLarge, code: .contentTooLarge, "the picture must have at most 4 MiB: send a smaller file")
        }
        guard let head = PictureHead(bytes) else {
            throw APIError(
                .unsupportedMediaType, code: .notAPicture,
                "the file is not a PNG, JPEG or WebP picture, or it is damaged: send another file")
        }
        guard (1...sideLimit).contains(head.width), (1...sideLimit).contains(head.height) else {
            throw APIError.invalid(
                "", "must have 1 to \(sideLimit) pixels on each side, found \(head.width) by \(head.height)")
        }
        return head
    }
}
