import Glibc

/// A loop's cache of responses from memory by authority and target, without a lock.
///
/// The table has a fixed number of slots, and a new key replaces the key in its slot, so requests for random targets cannot fill the memory.
struct AnswerCache {
    private final class Entry {
        let authorityLength: Int
        let key: [UInt8]
        let answer: MemoryAnswer
        let until: MonotonicTime

        init(authorityLength: Int, key: [UInt8], answer: MemoryAnswer, until: MonotonicTime) {
            self.authorityLength = authorityLength
            self.key = key
            self.answer = answer
            self.until = until
        }
    }

    /// The maximum length in bytes of an authority and target together. Responses for longer ones are not cached.
    private static let longestKey = 1024

    private var entries: [Entry?]
    private var version: UInt64 = 0
    private var isEmpty = true
    private let seed = UInt64.random(in: .min ... .max)

    /// Creates an empty cache of `count` slots, which must be a power of two.
    init(count: Int = 2048) {
        precondition(count > 0 && count & (count - 1) == 0, "the size of the table is a power of two")
        entries = Array(repeating: nil, count: count)
    }

    /// Removes all entries if `version` differs from theirs, in O(slots).
    mutating func follow(_ version: UInt64) {
        guard version != self.version else { return }
        self.version = version
        guard !isEmpty else { return }
        for index in entries.indices { entries[index] = nil }
        isEmpty = true
    }

    /// Returns the cached response for the authority and target; `nil` if there is none or it is too old.
    func answer(_ authority: Bytes, _ target: Bytes, at now: MonotonicTime) -> MemoryAnswer? {
        guard let entry = entries[place(authority, target)], entry.authorityLength == authority.count,
            entry.key.count == authority.count + target.count, now < entry.until
        else { return nil }
        let isSame = entry.key.withUnsafeBufferPointer { key in
            guard let key = key.baseAddress, let target = Pair(target) else { return false }
            let isSameHost = Pair(authority).map { memcmp(key, $0.start, $0.count) == 0 } ?? true
            return isSameHost && memcmp(key + authority.count, target.start, target.count) == 0
        }
        return isSame ? entry.answer : nil
    }

    /// Stores a response for its `keptFor` seconds, unless they are 0 or the key is too long. The version passed to `follow` must have been read
    /// before the response was made.
    mutating func keep(_ answer: MemoryAnswer, _ authority: Bytes, _ target: Bytes, at now: MonotonicTime) {
        guard answer.keptFor > 0, authority.count + target.count <= Self.longestKey else { return }
        entries[place(authority, target)] = Entry(
            authorityLength: authority.count, key: Array(authority) + Array(target), answer: answer,
            until: now + answer.keptFor)
        isEmpty = false
    }

    private struct Pair {
        let start: UnsafePointer<UInt8>
        let count: Int

        init?(_ bytes: Bytes) {
            guard let start = bytes.baseAddress, bytes.count > 0 else { return nil }
            self.start = start
            count = bytes.count
        }
    }

    private func place(_ authority: Bytes, _ target: Bytes) -> Int {
        var hash = seed
        Self.mix(authority, into: &hash)
        Self.mix(target, into: &hash)
        return Int(truncatingIfNeeded: hash >> 32) & (entries.count - 1)
    }

    /// Mixes the bytes into the hash: multiplies eight bytes at a time by a fixed odd number (Knuth, The Art of Computer Programming, §6.4). A
    /// collision only costs a miss.
    private static func mix(_ bytes: Bytes, into hash: inout UInt64) {
        guard let start = UnsafeRawPointer(bytes.baseAddress) else { return }
        let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15
        var index = 0
        while index + 8 <= bytes.count {
            hash = (hash ^ start.loadUnaligned(fromByteOffset: index, as: UInt64.self)) &* multiplier
            hash ^= hash >> 29
            index += 8
        }
        var rest = UInt64(bytes.count)
        while index < bytes.count {
            rest = rest << 8 | UInt64(bytes[index])
            index += 1
        }
        hash = (hash ^ rest) &* multiplier
        hash ^= hash >> 29
    }
}
