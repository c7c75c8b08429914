/// A table with the line of the first occurrence of each key.
///
/// The table stores hashes: a million keys take about 25 megabytes, with a collision in less than one of ten million files.
struct KeyLines {
    private var lines: [UInt64: Int32] = [:]

    /// Records a key and returns the line of its first occurrence; `nil` for the first.
    mutating func note(_ key: String, line: Int) -> Int? {
        let known = self[key]
        if known == nil { lines[Self.number(key)] = Int32(clamping: line) }
        return known
    }

    subscript(key: String) -> Int? { lines[Self.number(key)].map(Int.init) }

    /// Returns the hash of a key. The random seed of the process prevents constructed collisions.
    private static func number(_ key: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
