import Gzip

/// A writer of Portable Network Graphics (ISO/IEC 15948) with eight bits each for red, green and blue.
public enum PNG {
    /// Returns a square PNG of the drawing, `side` pixels wide. Blocks, for about 10 ms at 600 pixels.
    public static func encode(_ drawing: Drawing, side: Int) throws(GzipError) -> [UInt8] {
        let pixels = drawing.pixels(side: side)
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + side)
        for row in 0..<side {
            // Stores each byte as the difference from the previous pixel, which is nearly constant in a gradient.
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

    private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
        let checked = Array(type.utf8) + content
        return bytes(UInt32(content.count)) + checked + bytes(checksum(checked))
    }

    /// Returns the bytes compressed in the zlib format (RFC 1950), made from the deflated bytes of a gzip member.
    private static func zlib(_ bytes: [UInt8]) throws(GzipError) -> [UInt8] {
        let member = try Gzip.compress(bytes)
        var (low, high): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            low = (low + UInt32(byte)) % 65_521
            high = (high + low) % 65_521
        }
        // A header of ten bytes without a name; checksum and length in the last eight.
        return [0x78, 0xDA] + member[10..<member.count - 8] + self.bytes(high << 16 | low)
    }

    private static func bytes(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Returns the CRC-32 of ISO 3309, as required by PNG.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xFFFF_FFFF
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
        }
        return sum ^ 0xFFFF_FFFF
    }
}
