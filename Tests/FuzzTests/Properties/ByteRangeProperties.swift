@testable import HTTP

/// `ByteRanges`. The first two bytes of an input give the length of the content.
enum ByteRangeProperties {
    @Sendable static func check(_ input: [UInt8]) throws {
        guard input.count >= 2 else { return }
        let lengths = [0, 1, 2, 10, 255, 1000, 65_536, 1 << 40]
        let length = lengths[Int(input[0]) % lengths.count] + Int(input[1])
        let value = Array(input.dropFirst(2))
        let ranges = withExactBytes(value) { ByteRanges($0, length: length) }
        try expectEqual(ranges, naive(value, length: length), "bytes \(NaiveGrammar.text(value)) of \(length)")
        guard case .satisfiable(let inside) = ranges else { return }
        try expect((1...16).contains(inside.count), "\(inside.count) ranges")
        for range in inside {
            try expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length, "\(range) of \(length)")
        }
        try expect(inside.count == 1 || inside.map(\.count).reduce(0, +) <= length, "more than the content: \(inside)")
    }

    /// RFC 9110 §14.1.2, one range at a time.
    private static func naive(_ value: [UInt8], length: Int) -> ByteRanges {
        guard NaiveGrammar.isSame(value.prefix(6), "bytes=") else { return .ignored }
        let specs = NaiveGrammar.list(value.dropFirst(6))
        guard (1...16).contains(specs.count) else { return .ignored }
        var ranges: [Range<Int>] = []
        for spec in specs {
            let halves = spec.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
            guard halves.count == 2 else { return .ignored }
            let first = NaiveGrammar.number(halves[0])?.value
            let last = NaiveGrammar.number(halves[1])?.value
            guard first != nil || halves[0].isEmpty, last != nil || halves[1].isEmpty else { return .ignored }
            switch (first, last) {
            case (nil, nil): return .ignored
            case (nil, let suffix?): ranges.append(max(0, length - suffix)..<length)
            case (let start?, nil): ranges.append(min(start, length)..<length)
            case (let start?, let end?):
                guard start <= end else { return .ignored }
                ranges.append(min(start, length)..<min(end, length - 1) + 1)
            }
        }
        ranges.removeAll { $0.isEmpty }
        if ranges.isEmpty { return .unsatisfiable }
        return ranges.count > 1 && ranges.map(\.count).reduce(0, +) > length ? .ignored : .satisfiable(ranges)
    }
}
