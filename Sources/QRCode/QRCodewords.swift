/// The codewords of a text in the order in which they are placed (ISO/IEC 18004:2015 §7.4 to §7.6).
struct QRCodewords: Sendable {
    /// The data codewords of all blocks, interleaved, and then the error correction codewords.
    let interleaved: [UInt8]

    init(_ bytes: [UInt8], version: QRVersion) {
        let data = Self.data(bytes, version)
        let code = ReedSolomon(degree: version.correction)
        var blocks: [[UInt8]] = []
        var start = 0
        for count in version.blocks {
            blocks.append(Array(data[start..<start + count]))
            start += count
        }
        let corrections = blocks.map(code.remainder)
        interleaved = Self.interleaved(blocks) + Self.interleaved(corrections)
    }

    /// Returns the data codewords: mode, count, bytes, terminator and padding (§7.4.9, §7.4.10).
    private static func data(_ bytes: [UInt8], _ version: QRVersion) -> [UInt8] {
        var bits: [Bool] = []
        func append(_ value: Int, _ count: Int) {
            for shift in stride(from: count - 1, through: 0, by: -1) { bits.append(value >> shift & 1 == 1) }
        }
        append(0b0100, 4)
        append(bytes.count, version.countBits)
        for byte in bytes { append(Int(byte), 8) }
        append(0, min(4, version.dataCount * 8 - bits.count))
        append(0, (8 - bits.count % 8) % 8)
        var data = stride(from: 0, to: bits.count, by: 8).map { start in
            bits[start..<start + 8].reduce(UInt8(0)) { $0 << 1 | ($1 ? 1 : 0) }
        }
        var isFirst = true
        while data.count < version.dataCount {
            data.append(isFirst ? 0xEC : 0x11)
            isFirst.toggle()
        }
        return data
    }

    /// Returns the first codeword of each block, then the second of each, and so on.
    private static func interleaved(_ blocks: [[UInt8]]) -> [UInt8] {
        let longest = blocks.map(\.count).max() ?? 0
        return (0..<longest).flatMap { index in blocks.compactMap { index < $0.count ? $0[index] : nil } }
    }
}

/// The Reed-Solomon code over GF(256) with the polynomial 0x11D (ISO/IEC 18004:2015 §7.5.2).
struct ReedSolomon: Sendable {
    /// The coefficients of the generator polynomial without the leading one, highest power first.
    private let generator: [UInt8]

    init(degree: Int) {
        var generator = [UInt8](repeating: 0, count: degree - 1) + [1]
        var root: UInt8 = 1
        for _ in 0..<degree {
            for index in generator.indices {
                generator[index] = Self.product(generator[index], root)
                if index + 1 < generator.count { generator[index] ^= generator[index + 1] }
            }
            root = Self.product(root, 2)
        }
        self.generator = generator
    }

    /// Returns the error correction codewords of a block.
    func remainder(of data: [UInt8]) -> [UInt8] {
        var rest = [UInt8](repeating: 0, count: generator.count)
        for byte in data {
            let factor = byte ^ rest.removeFirst()
            rest.append(0)
            for index in rest.indices { rest[index] ^= Self.product(generator[index], factor) }
        }
        return rest
    }

    static func product(_ one: UInt8, _ other: UInt8) -> UInt8 {
        var result = 0
        for shift in stride(from: 7, through: 0, by: -1) {
            result = result << 1 ^ (result >> 7) * 0x11D
            if other >> UInt8(shift) & 1 == 1 { result ^= Int(one) }
        }
        return UInt8(truncatingIfNeeded: result)
    }
}
