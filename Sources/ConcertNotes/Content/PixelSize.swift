/// The size of a picture in pixels, read from its header without decoding, so that a decompression bomb is refused before it is opened (spec S1.17).
public struct PixelSize: Sendable, Hashable {
    public let width: Int
    public let height: Int

    /// The largest number of pixels. At four bytes per pixel, a phone needs 100 MB to show such a picture.
    public static let areaLimit = 25_000_000

    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// Creates the size that the header of a picture states; `nil` for an incomplete or invalid header, for a size of 0, and for a PDF.
    public init?(headerOf content: [UInt8], kind: MediaKind) {
        let size: PixelSize? =
            switch kind {
            case .png: Self.png(content)
            case .jpeg: Self.jpeg(content)
            case .gif: Self.gif(content)
            case .pdf: nil
            }
        guard let size, size.width > 0, size.height > 0 else { return nil }
        self = size
    }

    /// The number of pixels. The product cannot overflow for a size read from a header, because both sides have at most 31 bits.
    public var area: Int { width * height }

    /// Reads the size of a PNG file (PNG §11.2.1) from its first chunk, IHDR.
    private static func png(_ content: [UInt8]) -> PixelSize? {
        guard content.count >= 24, content[12..<16].elementsEqual("IHDR".utf8) else { return nil }
        let width = content[16..<20].reduce(0) { $0 << 8 | Int($1) }
        let height = content[20..<24].reduce(0) { $0 << 8 | Int($1) }
        // PNG §7.1 allows 31 bits.
        return width <= Int32.max && height <= Int32.max ? PixelSize(width: width, height: height) : nil
    }

    /// Reads the size of a GIF file (GIF89a §18): the logical screen, low byte first.
    private static func gif(_ content: [UInt8]) -> PixelSize? {
        guard content.count >= 10 else { return nil }
        return PixelSize(
            width: Int(content[6]) | Int(content[7]) << 8, height: Int(content[8]) | Int(content[9]) << 8)
    }

    /// Reads the size of a JPEG file (ITU-T T.81 §B.1.1) from the frame header: SOF0 to SOF15, without DHT, JPG and DAC between them.
    private static func jpeg(_ content: [UInt8]) -> PixelSize? {
        var index = 2
        while index + 9 < content.count {
            guard content[index] == 0xFF else { return nil }
            let marker = content[index + 1]
            if marker == 0xFF {  // A fill byte (§B.1.1.2).
                index += 1
                continue
            }
            let isFrame = (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
            if isFrame {
                return PixelSize(
                    width: Int(content[index + 7]) << 8 | Int(content[index + 8]),
                    height: Int(content[index + 5]) << 8 | Int(content[index + 6]))
            }
            let length = Int(content[index + 2]) << 8 | Int(content[index + 3])
            guard length >= 2, marker != 0xD9, marker != 0xDA else { return nil }
            index += 2 + length
        }
        return nil
    }
}
