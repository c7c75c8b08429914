import Gzip

/// A writer of Portable Network Graphics (W3C, PNG Third Edition).
public enum PNG {
    /// Returns a square PNG of the drawing, `side` pixels wide, at least 1. Throws if zlib has no memory. Blocks for about 10 ms at 600 pixels.
    public static func encode(_ drawing: Drawing, side: Int) throws(GzipError) -> [UInt8] {
        let pixels = drawing.pixels(side: side)
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + side)
        for row in 0..<side {
            // Filter 1, "Sub" (PNG §9.2): the difference from the previous pixel is nearly constant in a gradient.
            rows.append(1)
            let start = row * side * 3
            for index in start..<start + side * 3 {
                rows.append(index < start + 3 ? pixels[index] : pixels[index] &- pixels[index - 3])
            }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", bytes(UInt32(side)) + bytes(UInt32(side)) + [8, 2, 0, 0, 0])
        file += chunk("IDAT", try zlib(rows))
        file += chunk("IEND", [])
        return file
    }

    /// Returns a PNG of a shape in the colour `ink` on a transparent background. Throws if zlib has no memory. Blocks; O(n) in the number of pixels.
    ///
    /// The file has a palette (PNG §4.4.2, "Indexing"): the index of each pixel is its opacity, which `tRNS` (§11.3.1.1) declares.
    ///
    /// - Parameter coverage: the opacity of each pixel from 0 to 255, row by row; `width` × `height` bytes.
    public static func encode(
        coverage: [UInt8], width: Int, height: Int, ink: Drawing.Color
    ) throws(GzipError) -> [UInt8] {
        precondition(width > 0 && height > 0 && coverage.count == width * height)
        var rows: [UInt8] = []
        rows.reserveCapacity(coverage.count + height)
        for row in 0..<height {
            // Filter 2, "Up" (PNG §9.2): adjacent rows hardly differ.
            rows.append(2)
            for index in row * width..<(row + 1) * width {
                rows.append(row == 0 ? coverage[index] : coverage[index] &- coverage[index - width])
            }
        }
        var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        file += chunk("IHDR", bytes(UInt32(width)) + bytes(UInt32(height)) + [8, 3, 0, 0, 0])
        file += chunk("PLTE", (0..<256).flatMap { _ in [ink.red, ink.green, ink.blue] })
        file += chunk("tRNS", (0..<256).map { UInt8($0) })
        file += chunk("IDAT", try zlib(rows))
        file += chunk("IEND", [])
        return file
    }

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return bytes(UInt32(content.count)) + checked + bytes(Gzip.checksum(checked))
    }

    /// Compresses bytes in the zlib format (RFC 1950).
    private static func zlib(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
        let member = try Gzip.compress(bytes)
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        // The header of a gzip member has 10 bytes, and its end 8.
        return [0x78, 0xDA] + member[10..<member.count - 8] + self.bytes(high << 16 | low)
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }
}
