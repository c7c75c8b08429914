/// In which line each key of a file stood first. Keeps a number in place of a key: of a million keys it takes two for one
/// once in tens of millions of files, and is a few megabytes.
struct KeyLines {
    private var lines: [UInt64: Int32] = [:]

    /// Notes a key; the line that it stands in already, or `nil`.
    mutating func note(_ key: String, line: Int) -> Int? {
        let known = self[key]
        if known == nil { lines[Self.number(key)] = Int32(clamping: line) }
        return known
    }

    subscript(key: String) -> Int? { lines[Self.number(key)].map(Int.init) }

    /// Siphash with the process's own seed: nobody can make a file of keys that are taken for each other.
    private static func number(_ key: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
