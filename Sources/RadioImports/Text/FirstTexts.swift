/// A table with the hash of the first text of each key, for detecting later texts that differ (see `KeyLines`).
struct FirstTexts {
    private var known: [UInt64: (text: UInt64, line: Int32)] = [:]

    /// Records the first text of a key. Returns the line of the first text if this one differs; `nil` if this one is the first, equal or empty. Empty
    /// texts are not recorded.
    mutating func note(_ key: String, _ text: String, line: Int) -> Int? {
        guard !text.isEmpty else { return nil }
        let (number, hash) = (Self.number(key), Self.number(text))
        guard let first = known[number] else {
            known[number] = (hash, Int32(clamping: line))
            return nil
        }
        return first.text == hash ? nil : Int(first.line)
    }

    private static func number(_ text: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(text)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
