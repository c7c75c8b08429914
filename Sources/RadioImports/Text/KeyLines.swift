/// The line of the first occurrence of each key.
///
/// The table stores hashes instead of keys: a million keys take about 25 megabytes, and a file with a million keys has a collision with a probability
/// of less than one in ten million.
struct KeyLines {
    private var lines: [UInt64: Int32] = [:]

    /// Records a key and returns the line of its first occurrence, or `nil` if this occurrence is the first.
    mutating func note(_ key: String, line: Int) -> Int? {
        let known = self[key]
        if known == nil { lines[Self.number(key)] = Int32(clamping: line) }
        return known
    }

    subscript(key: String) -> Int? { lines[Self.number(key)].map(Int.init) }

    /// Returns the SipHash of a key with the random seed of the process, so colliding keys cannot be constructed.
    private static func number(_ key: String) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(key)
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
