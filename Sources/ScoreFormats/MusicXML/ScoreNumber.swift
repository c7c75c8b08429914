import XML

/// Functions that read numbers and texts from untrusted elements. Numbers consist of ASCII digits and are limited in length.
enum ScoreNumber {
    /// Returns a whole number, such as "12" or "-3"; `nil` for any other text or more than nine digits.
    static func integer(_ text: some StringProtocol) -> Int? {
        let bytes = Array(trimmed(text).utf8)
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        guard (1...9).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        let value = digits.reduce(0) { $0 * 10 + Int($1) - 0x30 }
        return digits.count < bytes.count ? -value : value
    }

    /// Returns a decimal number, such as "480" or "-112.5"; `nil` for any other text, such as "1e9" or "inf", or more than 30 characters.
    static func decimal(_ text: some StringProtocol) -> Double? {
        let bytes = Array(trimmed(text).utf8)
        let digits = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes[...]
        guard (1...30).contains(digits.count), digits.contains(where: { $0 != UInt8(ascii: ".") }),
            digits.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
            digits.count(where: { $0 == UInt8(ascii: ".") }) <= 1
        else { return nil }
        var value = 0.0
        var scale = 1.0
        var isFraction = false
        for digit in digits {
            if digit == UInt8(ascii: ".") {
                isFraction = true
                continue
            }
            value = value * 10 + Double(digit - 0x30)
            if isFraction { scale *= 10 }
        }
        return (digits.count < bytes.count ? -1 : 1) * value / scale
    }

    /// Returns the numbers of a list such as "1, 2", "1 & 2" or "1.-3.", which means 1, 2 and 3, in ascending order, at most 100. Numbers outside 1
    /// to 1,000 are ignored.
    static func passes(_ text: some StringProtocol) -> [Int] {
        var passes: Set<Int> = []
        var range: Int?
        var digits = ""
        func take(_ isRangeSign: Bool) {
            if let number = integer(digits), (1...1000).contains(number) {
                if let first = range, first < number, number - first < 100 { passes.formUnion(first...number) }
                passes.insert(number)
                range = isRangeSign ? number : nil
            } else if !isRangeSign, !digits.isEmpty {
                range = nil
            }
            digits = ""
        }
        for character in text {
            if character.isASCII, character.isNumber {
                digits.append(character)
            } else if character == "-" || character == "–" || character == "—" {
                if digits.isEmpty, let last = passes.max() { range = last } else { take(true) }
            } else if !digits.isEmpty {
                let before = range
                take(false)
                if before == nil, character == "." { continue }
            }
        }
        take(false)
        return Array(passes.sorted().prefix(100))
    }

    /// Returns the text without white space around it and with single spaces inside, cut after `limit` characters.
    static func text(_ text: String, limit: Int) -> String {
        String(text.split(whereSeparator: \.isWhitespace).joined(separator: " ").prefix(limit))
    }

    private static func trimmed(_ text: some StringProtocol) -> Substring {
        var text = Substring(text)
        while let first = text.utf8.first, isSpace(first) { text = Substring(text.utf8.dropFirst()) }
        while let last = text.utf8.last, isSpace(last) { text = Substring(text.utf8.dropLast()) }
        return text
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
