/// The media type and size of a PNG, JPEG or WebP picture, read from its first bytes (spec S1.17). SVG is refused, because it can contain scripts.
public struct PictureHead: Sendable, Hashable {
    public let mediaType: String
    /// The width in pixels that the file declares. This type sets no limit.
    public let width: Int
    /// The height in pixels that the file declares.
    public let height: Int

    /// Reads the type and the size. Returns `nil` for another format, or if the bytes do not contain the size.
    ///
    /// - Parameter bytes: the beginning of the file. 33 bytes of a PNG and 30 of a WebP suffice; in a JPEG, metadata of any length may come first.
    public init?(_ bytes: [UInt8]) {
        if let size = Self.png(bytes) {
            (mediaType, width, height) = ("image/png", size.width, size.height)
        } else if let size = Self.jpeg(bytes) {
            (mediaType, width, height) = ("image/jpeg", size.width, size.height)
        } else if let size = Self.webp(bytes) {
            (mediaType, width, height) = ("image/webp", size.width, size.height)
        } else {
            return nil
        }
    }

    private typealias Size = (width: Int, height: Int)

    /// Reads the signature, then IHDR (PNG §5.2, §11.2.1).
    private static func png(_ bytes: [UInt8]) -> Size? {
        guard bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]), bytes.count >= 33,
            bytes[12..<16].elementsEqual("IHDR".utf8)
        else { return nil }
        return (width: big(bytes[16..<20]), height: big(bytes[20..<24]))
    }

    /// Reads segments from SOI on, up to the first start of a frame (ITU-T T.81 §B.1, §B.2.2).
    private static func jpeg(_ bytes: [UInt8]) -> Size? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var index = 2
        while index + 9 < bytes.count {
            guard bytes[index] == 0xFF else { return nil }
            let marker = bytes[index + 1]
            if marker == 0xFF {
                index += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && ![0xC4, 0xC8, 0xCC].contains(marker)
            if isFrame {
                return (width: big(bytes[(index + 7)..<(index + 9)]), height: big(bytes[(index + 5)..<(index + 7)]))
            }
            let length = big(bytes[(index + 2)..<(index + 4)])
            // A scan begins, or the picture ends, before any frame.
            guard marker != 0xDA, marker != 0xD9, length >= 2 else { return nil }
            index += 2 + length
        }
        return nil
    }

    /// Reads the RIFF header, then a first chunk of one of three kinds (RFC 9649 §2.4 to §2.7).
    private static func webp(_ bytes: [UInt8]) -> Size? {
        guard bytes.count >= 30, bytes.starts(with: "RIFF".utf8), bytes[8..<12].elementsEqual("WEBP".utf8) else {
            return nil
        }
        let kind = bytes[12..<16]
        if kind.elementsEqual("VP8X".utf8) {
            return (width: little(bytes[24..<27]) + 1, height: little(bytes[27..<30]) + 1)
        }
        if kind.elementsEqual("VP8L".utf8), bytes[20] == 0x2F {
            let bits = little(bytes[21..<25])
            return (width: bits & 0x3FFF + 1, height: bits >> 14 & 0x3FFF + 1)
        }
        if kind.elementsEqual("VP8 ".utf8), bytes[23..<26].elementsEqual([0x9D, 0x01, 0x2A]) {
            return (width: little(bytes[26..<28]) & 0x3FFF, height: little(bytes[28..<30]) & 0x3FFF)
        }
        return nil
    }

    private static func big(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reduce(0) { $0 << 8 | Int($1) } }
    private static func little(_ bytes: ArraySlice<UInt8>) -> Int { big(ArraySlice(bytes.reversed())) }
}
