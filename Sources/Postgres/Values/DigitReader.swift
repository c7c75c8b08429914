/// A reader of date and time fields in ASCII digits, from left to right.
///
/// Valid only within the `withUnsafeBufferPointer` call that supplies the text. Lifetime annotations for a stored `Span` are not yet stable.
struct DigitReader {
    private let text: UnsafeBufferPointer<UInt8>
    private var index = 0

    init(text: UnsafeBufferPointer<UInt8>) { self.text = text }

    var isAtEnd: Bool { index == text.count }

    mutating func skip(_ character: Unicode.Scalar) -> Bool {
        guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
        index += 1
        return true
    }

    mutating func number(digits: ClosedRange<Int>) -> Int64? {
        var value: Int64 = 0
        var count = 0
        while count < digits.upperBound, let digit = nextDigit() {
            value = value * 10 + digit
            count += 1
        }
        return count >= digits.lowerBound ? value : nil
    }

    /// Reads one to six digits after the decimal point as microseconds; `nil` for other text.
    mutating func fraction() -> Int64? {
        var value: Int64 = 0
        var count = 0
        while count < 6, let digit = nextDigit() {
            value = value * 10 + digit
            count += 1
        }
        guard count > 0 else { return nil }
        for _ in count..<6 { value *= 10 }
        return value
    }

    /// Reads `±hh`, `±hh:mm` or `±hh:mm:ss` as seconds; `nil` for other text.
    mutating func offset() -> Int64? {
        let sign: Int64
        if skip("+") { sign = 1 } else if skip("-") { sign = -1 } else { return nil }
        guard let hours = number(digits: 2...2) else { return nil }
        var seconds = hours * 3_600
        for unit in [60, 1] as [Int64] where skip(":") {
            guard let part = number(digits: 2...2), part < 60 else { return nil }
            seconds += part * unit
        }
        return sign * seconds
    }

    private mutating func nextDigit() -> Int64? {
        guard index < text.count else { return nil }
        let byte = text[index]
        guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
        index += 1
        return Int64(byte - UInt8(ascii: "0"))
    }
}
