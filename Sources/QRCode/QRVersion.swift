/// The properties of a version at error correction level M (ISO/IEC 18004:2015, tables 1, 9 and E.1).
struct QRVersion: Sendable, Hashable {
    let number: Int
    /// The number of error correction codewords of each block.
    let correction: Int
    /// The number of data codewords of each block.
    let blocks: [Int]
    /// The coordinates of the centres of alignment patterns, for rows and columns.
    let alignment: [Int]

    private init(_ number: Int, correction: Int, blocks: [Int], alignment: [Int]) {
        self.number = number
        self.correction = correction
        self.blocks = blocks
        self.alignment = alignment
    }

    var size: Int { 17 + 4 * number }

    var dataCount: Int { blocks.reduce(0, +) }

    /// The number of bits of the character count in byte mode (table 3).
    var countBits: Int { number < 10 ? 8 : 16 }

    /// The maximum length of a text, in bytes.
    var capacity: Int { (dataCount * 8 - 4 - countBits) / 8 }

    static let all: [QRVersion] = [
        QRVersion(1, correction: 10, blocks: [16], alignment: []),
        QRVersion(2, correction: 16, blocks: [28], alignment: [6, 18]),
        QRVersion(3, correction: 26, blocks: [44], alignment: [6, 22]),
        QRVersion(4, correction: 18, blocks: [32, 32], alignment: [6, 26]),
        QRVersion(5, correction: 24, blocks: [43, 43], alignment: [6, 30]),
        QRVersion(6, correction: 16, blocks: [27, 27, 27, 27], alignment: [6, 34]),
        QRVersion(7, correction: 18, blocks: [31, 31, 31, 31], alignment: [6, 22, 38]),
        QRVersion(8, correction: 22, blocks: [38, 38, 39, 39], alignment: [6, 24, 42]),
        QRVersion(9, correction: 22, blocks: [36, 36, 36, 37, 37], alignment: [6, 26, 46]),
        QRVersion(10, correction: 26, blocks: [43, 43, 43, 43, 44], alignment: [6, 28, 50]),
    ]

    /// Returns the smallest version that holds a text of this number of bytes; `nil` if the largest does not.
    static func smallest(for bytes: Int) -> QRVersion? { all.first { $0.capacity >= bytes } }
}
