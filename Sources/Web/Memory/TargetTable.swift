import Glibc
import HTTP
import Synchronization

/// A table of prebuilt responses, keyed by the raw bytes of the request target. A lookup costs one lock, one hash, one comparison and no allocation.
public final class TargetTable: Sendable {
    private struct Entry {
        let target: [UInt8]
        let answer: MemoryAnswer
    }

    /// The responses by the hash of the target. Of two targets with one hash, the later one replaces the other.
    private let entries: Mutex<BoundedCache<Int, Entry>>

    /// Creates an empty table. `limit` is the largest total cost in bytes. The cost of a response is the length of its target and 128 bytes. The
    /// content of the responses is not counted, since callers store it elsewhere.
    public init(limit: Int) { entries = Mutex(BoundedCache(limit: limit)) }

    /// The number of responses, and their cost in bytes.
    public var size: (count: Int, bytes: Int) { entries.withLock { ($0.count, $0.cost) } }

    /// Returns the response to a target; `nil` if there is none. Targets are compared byte for byte. O(length of the target).
    public func answer(to target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        let target = UnsafeRawBufferPointer(target)
        let hash = Self.hash(target)
        let entry = entries.withLock { $0.value(for: hash) }
        guard let entry, entry.target.count == target.count, let start = target.baseAddress else { return nil }
        // `memcmp` is faster than `elementsEqual`.
        let isSame = entry.target.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, start, target.count) == 0 }
        }
        return isSame == true ? entry.answer : nil
    }

    /// Stores a response for a target, unless it costs more than a quarter of the limit. Returns the number of responses evicted to make room.
    @discardableResult
    public func remember(_ answer: MemoryAnswer, target: [UInt8]) -> UInt64 {
        let hash = target.withUnsafeBytes(Self.hash)
        return entries.withLock { entries in
            let before = entries.evictions
            // 128 bytes are the approximate size of an entry without its target.
            entries.insert(Entry(target: target, answer: answer), for: hash, cost: target.count + 128)
            return entries.evictions - before
        }
    }

    private static func hash(_ bytes: UnsafeRawBufferPointer) -> Int {
        var hasher = Hasher()
        hasher.combine(bytes: bytes)
        return hasher.finalize()
    }
}
