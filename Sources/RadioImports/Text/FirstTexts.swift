/// The hash of the first text of each key, for detecting later texts that differ. Stores three numbers per key (see `KeyLines`).
struct FirstTexts {
    private var known: [UInt64: (text: UInt64, line: Int32)] = [:]

    /// Records the text of a key, unless the text is empty or the key already has a text.
    ///
    /// - Returns: The line of the key's first text if this text differs, otherwise `nil`.
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
