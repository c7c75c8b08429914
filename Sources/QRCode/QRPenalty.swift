/// The penalty of a masked symbol, by which the mask is chosen (ISO/IEC 18004:2015 §7.8.3). O(modules).
struct QRPenalty: Sendable {
    let total: Int

    init(_ matrix: QRMatrix) {
        let size = matrix.size
        let rows = (0..<size).map { row in (0..<size).map { matrix[row, $0] } }
        let columns = (0..<size).map { column in (0..<size).map { matrix[$0, column] } }
        let lines = (rows + columns).map { Self.runs($0) + Self.finders($0) }.reduce(0, +)
        total = lines + Self.blocks(rows) + Self.balance(matrix.modules)
    }

    /// Returns 3 for each run of at least five modules of one colour, and 1 more for each module of the run after the fifth.
    private static func runs(_ line: [Bool]) -> Int {
        var penalty = 0
        var length = 0
        for index in line.indices {
            length = index > 0 && line[index] == line[index - 1] ? length + 1 : 1
            if length == 5 { penalty += 3 } else if length > 5 { penalty += 1 }
        }
        return penalty
    }

    /// Returns 40 for each side of a finder-like pattern that adjoins four light modules.
    private static func finders(_ line: [Bool]) -> Int {
        let pattern = [true, false, true, true, true, false, true]
        let light = [Bool](repeating: false, count: 4)
        var penalty = 0
        for start in 0...(line.count - 11) {
            let window = line[start..<start + 11]
            if window.elementsEqual(pattern + light) || window.elementsEqual(light + pattern) { penalty += 40 }
        }
        return penalty
    }

    /// Returns 3 for each square of four modules of one colour.
    private static func blocks(_ rows: [[Bool]]) -> Int {
        var count = 0
        for (upper, lower) in zip(rows, rows.dropFirst()) {
            for column in 0..<(upper.count - 1) {
                let first = upper[column]
                if upper[column + 1] == first, lower[column] == first, lower[column + 1] == first { count += 1 }
            }
        }
        return count * 3
    }

    /// Returns 10 for each full 5 % by which the share of dark modules, in whole per cent, differs from 50 %.
    private static func balance(_ modules: [Bool]) -> Int {
        let dark = modules.count(where: \.self)
        return abs(dark * 100 / modules.count - 50) / 5 * 10
    }
}
