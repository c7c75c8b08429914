/// The modules of a symbol before and after masking (ISO/IEC 18004:2015 §7.7 to §7.10).
struct QRMatrix: Sendable {
    let version: QRVersion
    let size: Int
    /// Whether each module is dark, row by row.
    private(set) var modules: [Bool]
    /// Whether each module is left unchanged by masks.
    private var isReserved: [Bool]

    /// Creates the symbol before masking.
    init(version: QRVersion, codewords: [UInt8]) {
        self.version = version
        size = version.size
        modules = [Bool](repeating: false, count: size * size)
        isReserved = modules
        placePatterns()
        place(codewords)
    }

    /// Returns the mask with the lowest penalty, and the masked symbol.
    func best() -> (mask: Int, matrix: QRMatrix) {
        let candidates = (0..<8).map { ($0, masked($0)) }
        let best = candidates.min { QRPenalty($0.1).total < QRPenalty($1.1).total }
        return best ?? candidates[0]
    }

    subscript(row: Int, column: Int) -> Bool { modules[row * size + column] }

    // MARK: Patterns

    private mutating func reserve(_ row: Int, _ column: Int, _ isDark: Bool) {
        modules[row * size + column] = isDark
        isReserved[row * size + column] = true
    }

    private mutating func placePatterns() {
        for index in 0..<size {
            reserve(6, index, index % 2 == 0)
            reserve(index, 6, index % 2 == 0)
        }
        for (row, column) in [(3, 3), (3, size - 4), (size - 4, 3)] { placeFinder(row, column) }
        for row in version.alignment {
            for column in version.alignment where !isFinder(row, column) { placeAlignment(row, column) }
        }
        placeFormat(mask: 0)
        placeVersion()
    }

    private mutating func placeFinder(_ row: Int, _ column: Int) {
        for y in -4...4 {
            for x in -4...4 {
                guard (0..<size).contains(row + y), (0..<size).contains(column + x) else { continue }
                let distance = max(abs(y), abs(x))
                reserve(row + y, column + x, distance != 2 && distance != 4)
            }
        }
    }

    private func isFinder(_ row: Int, _ column: Int) -> Bool {
        let last = size - 7
        return (row == 6 && column == 6) || (row == 6 && column == last) || (row == last && column == 6)
    }

    private mutating func placeAlignment(_ row: Int, _ column: Int) {
        for y in -2...2 {
            for x in -2...2 { reserve(row + y, column + x, max(abs(y), abs(x)) != 1) }
        }
    }

    /// Places both copies of the format information, with a BCH code, and the module beside them that is always dark (§7.9).
    private mutating func placeFormat(mask: Int) {
        // The bits of level M are 00.
        var rest = mask
        for _ in 0..<10 { rest = rest << 1 ^ (rest >> 9) * 0x537 }
        let bits = (mask << 10 | rest) ^ 0x5412
        func bit(_ index: Int) -> Bool { bits >> index & 1 == 1 }
        for index in 0...5 { reserve(index, 8, bit(index)) }
        reserve(7, 8, bit(6))
        reserve(8, 8, bit(7))
        reserve(8, 7, bit(8))
        for index in 9..<15 { reserve(8, 14 - index, bit(index)) }
        for index in 0..<8 { reserve(8, size - 1 - index, bit(index)) }
        for index in 8..<15 { reserve(size - 15 + index, 8, bit(index)) }
        reserve(size - 8, 8, true)
    }

    /// Places both copies of the version information from version 7, with a BCH code (§7.10).
    private mutating func placeVersion() {
        guard version.number >= 7 else { return }
        var rest = version.number
        for _ in 0..<12 { rest = rest << 1 ^ (rest >> 11) * 0x1F25 }
        let bits = version.number << 12 | rest
        for index in 0..<18 {
            let isDark = bits >> index & 1 == 1
            let (near, far) = (index / 3, size - 11 + index % 3)
            reserve(near, far, isDark)
            reserve(far, near, isDark)
        }
    }

    // MARK: Data

    /// Places the bits in columns of two modules, from the right, alternately upwards and downwards (§7.7.3).
    private mutating func place(_ codewords: [UInt8]) {
        var next = 0
        var right = size - 1
        while right >= 1 {
            if right == 6 { right = 5 }
            for step in 0..<size {
                let isUpward = (right + 1) & 2 == 0
                let row = isUpward ? size - 1 - step : step
                for column in [right, right - 1] {
                    guard !isReserved[row * size + column], next < codewords.count * 8 else { continue }
                    modules[row * size + column] = codewords[next / 8] >> UInt8(7 - next % 8) & 1 == 1
                    next += 1
                }
            }
            right -= 2
        }
    }

    private func masked(_ mask: Int) -> QRMatrix {
        var result = self
        for row in 0..<size {
            for column in 0..<size where !isReserved[row * size + column] && Self.inverts(mask, row, column) {
                result.modules[row * size + column].toggle()
            }
        }
        result.placeFormat(mask: mask)
        return result
    }

    /// Returns whether a mask inverts a module (table 10).
    private static func inverts(_ mask: Int, _ row: Int, _ column: Int) -> Bool {
        switch mask {
        case 0: (row + column) % 2 == 0
        case 1: row % 2 == 0
        case 2: column % 3 == 0
        case 3: (row + column) % 3 == 0
        case 4: (row / 2 + column / 3) % 2 == 0
        case 5: row * column % 2 + row * column % 3 == 0
        case 6: (row * column % 2 + row * column % 3) % 2 == 0
        default: ((row + column) % 2 + row * column % 3) % 2 == 0
        }
    }
}
