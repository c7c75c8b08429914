import Glibc
import HTTP
import Synchronization

/// Answers by the raw bytes of the request target, for the fast path: the same bytes asked again cost one hash, one
/// comparison and no allocation.
final class TargetTable: Sendable {
    private struct Entry {
        let target: [UInt8]
        let answer: MemoryAnswer
    }

    /// The hash is seeded for each process. Two targets of one hash would take turns, never each other's answer.
    private let entries: Mutex<BoundedCache<Int, Entry>>

    /// - Parameter limit: bytes of targets kept; the answers are kept elsewhere and only pointed to.
    init(limit: Int) { entries = Mutex(BoundedCache(limit: limit)) }

    /// How many answers it has, and their cost in bytes.
    var size: (count: Int, bytes: Int) { entries.withLock { ($0.count, $0.cost) } }

    /// The answer to a target, compared byte for byte. O(length of the target).
    func answer(to target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        let target = UnsafeRawBufferPointer(target)
        let hash = Self.hash(target)
        let entry = entries.withLock { $0.value(for: hash) }
        guard let entry, entry.target.count == target.count, let start = target.baseAddress else { return nil }
        // `elementsEqual` would walk a target of seven pieces byte by byte.
        let isSame = entry.target.withUnsafeBytes { bytes in
            bytes.baseAddress.map { memcmp($0, start, target.count) == 0 }
        }
        return isSame == true ? entry.answer : nil
    }

    /// Keeps an answer; how many others gave way to it.
    @discardableResult
    func remember(_ answer: MemoryAnswer, target: [UInt8]) -> UInt64 {
        let hash = target.withUnsafeBytes(Self.hash)
        return entries.withLock { entries in
            let before = entries.evictions
            // Beside the bytes, an entry takes about as much as this.
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
