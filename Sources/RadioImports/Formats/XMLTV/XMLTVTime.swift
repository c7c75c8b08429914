import Web

/// A parser for times in XMLTV (xmltv.dtd), such as "20230428004800 +0100". All parts after the year may be missing. A time without a zone is in UTC.
/// Other text gives `nil`.
enum XMLTVTime {
    static func instant(_ text: String?) -> Instant? {
        let parts = DraftText.line(text, atMost: 60).split(separator: " ")
        guard let first = parts.first, parts.count <= 2 else { return nil }
        let digits = first.utf8.prefix { (0x30...0x39).contains($0) }
        // Some guides omit the space before the zone.
        let attached = first[digits.endIndex...]
        guard attached.isEmpty || parts.count == 1, [4, 6, 8, 10, 12, 14].contains(digits.count) else { return nil }
        let zone = attached.isEmpty ? parts.dropFirst().first : attached
        guard let east = zone.map({ WallClockText.east($0) }) ?? 0 else { return nil }
        var numbers: [Int] = [Int(Substring(digits.prefix(4))) ?? 0]
        var rest = digits.dropFirst(4)
        while !rest.isEmpty {
            numbers.append(Int(Substring(rest.prefix(2))) ?? 0)
            rest = rest.dropFirst(2)
        }
        func part(_ index: Int, _ other: Int) -> Int { index < numbers.count ? numbers[index] : other }
        return WallClockText.instant(
            year: numbers[0], month: part(1, 1), day: part(2, 1), hour: part(3, 0), minute: part(4, 0),
            second: part(5, 0), east: east)
    }
}
