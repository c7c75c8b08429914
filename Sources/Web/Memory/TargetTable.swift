import Glibc
import HTTP
import Synchronization

/// A table of prebuilt responses, keyed by the raw bytes of the request target. A lookup costs one lock, one hash, one comparison and no allocation.
public final class TargetTable: Sendable {
    private struct Entry {
        let target: [UInt8]
        let answer: MemoryAnswer
    }

    /// The responses by the hash of the target. The hash is seeded for each process. Of two targets with the same hash, the later one replaces the
    /// other; a target never gets the response of another target.
    private let entries: Mutex<BoundedCache<Int, Entry>>

    /// Creates an empty table.
    ///
    /// - Parameter limit: the largest total cost in bytes; each response costs the length of its target and 128 bytes. A response
    ///   that costs more than a quarter of the limit is not stored. Callers store the content of the responses elsewhere.
    public init(limit: Int) { entries = Mutex(BoundedCache(limit: limit)) }

    /// The number of stored responses, and the cost of all stored responses in bytes.
    public var size: (count: Int, bytes: Int) { entries.withLock { ($0.count, $0.cost) } }

    /// Returns the response to a target, or `nil` if there is none. Targets are compared byte for byte. O(length of the target).
    public func answer(to target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        let target = UnsafeRawBufferPointer(target)
        let hash = Self.hash(target)
        let entry = entries.withLock { $0.value(for: hash) }
        guard let entry, entry.target.count == target.count, let start = target.baseAddress else { return nil }
        // `memcmp` is faster than `elementsEqual`, which compares byte by byte.
        let isSame = entry.target.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, start, target.count) == 0 }
        }
        return isSame == true ? entry.answer : nil
    }

    /// Stores a response for a target. Returns the number of responses that were evicted to make room.
    @discardableResult
    public func remember(_ answer: MemoryAnswer, target: [UInt8]) -> UInt64 {
        let hash = target.withUnsafeBytes(Self.hash)
        return entries.withLock { entries in
            let before = entries.evictions
            // 128 bytes is the approximate size of an entry without the bytes of its target.
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
