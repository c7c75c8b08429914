import Web

/// A parser for ISO 8601 durations and instants in import formats.
enum ISO8601Text {
    /// Returns the milliseconds of a duration, such as "PT90.5S" or "P1W"; `nil` for years, months and more than 366 days, and for other text.
    static func duration(_ text: String) -> Int64? {
        var rest = Substring(DraftText.line(text, atMost: 100)).utf8
        guard rest.popFirst() == UInt8(ascii: "P"), !rest.isEmpty else { return nil }
        var total: Int64 = 0
        var isTime = false
        var isEmpty = true
        while let first = rest.first {
            if first == UInt8(ascii: "T"), !isTime {
                isTime = true
                rest.removeFirst()
                continue
            }
            guard let thousandths = thousandths(&rest), let unit = rest.popFirst(),
                let seconds = seconds(in: unit, isTime: isTime)
            else { return nil }
            let (part, overflow) = thousandths.multipliedReportingOverflow(by: seconds)
            guard !overflow, part <= 31_622_400_000, total + part <= 31_622_400_000 else { return nil }
            total += part
            isEmpty = false
        }
        return isEmpty ? nil : total
    }

    /// Returns the instant of an RFC 3339 date-time, and whether the text has an offset from UTC. The offset may lack its colon; a text without an
    /// offset is read as UTC. Returns `nil` for other text.
    static func instant(_ text: String) -> (instant: Instant, isZoned: Bool)? {
        let text = DraftText.line(text, atMost: 60)
        if let instant = Instant(rfc3339: text) { return (instant, true) }
        if text.utf8.count > 5, let offset = text.index(text.endIndex, offsetBy: -5, limitedBy: text.startIndex),
            "+-".contains(text[offset]),
            let instant = Instant(rfc3339: text[..<text.index(offset, offsetBy: 3)] + ":" + text.suffix(2))
        {
            return (instant, true)
        }
        return Instant(rfc3339: text + "Z").map { ($0, false) }
    }

    private static func thousandths(_ rest: inout Substring.UTF8View) -> Int64? {
        var number: Int64 = 0
        var digits = 0
        var decimals: Int?
        while let byte = rest.first {
            if (0x30...0x39).contains(byte) {
                if decimals ?? 0 < 3 {
                    number = number * 10 + Int64(byte - 0x30)
                    digits += 1
                    if let known = decimals { decimals = known + 1 }
                }
                guard digits <= 12 else { return nil }
            } else if byte == UInt8(ascii: ".") || byte == UInt8(ascii: ","), decimals == nil, digits > 0 {
                decimals = 0
            } else {
                break
            }
            rest.removeFirst()
        }
        guard digits > 0 else { return nil }
        for _ in (decimals ?? 0)..<3 { number *= 10 }
        return number
    }

    private static func seconds(in unit: UInt8, isTime: Bool) -> Int64? {
        switch (unit, isTime) {
        case (UInt8(ascii: "W"), false): 604_800
        case (UInt8(ascii: "D"), false): 86_400
        case (UInt8(ascii: "H"), true): 3600
        case (UInt8(ascii: "M"), true): 60
        case (UInt8(ascii: "S"), true): 1
        default: nil
        }
    }
}
