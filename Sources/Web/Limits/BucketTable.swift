import Synchronization

/// The buckets of all keys of one kind, bounded: of too many the ones touched longest ago are forgotten, which a bucket
/// that has had time to fill does not notice.
///
/// Not one lock but `shards` of them, each for its part of the keys and held for a look-up and a few sums: requests of
/// different keys rarely meet, and those of one key have to, since they draw on one number. What is answered from memory
/// passes none.
final class BucketTable<Key: Hashable & Sendable>: Sendable {
    private final class Shard: Sendable {
        let buckets: Mutex<BoundedTable<Key, TokenBucket>>

        init(capacity: Int) { buckets = Mutex(BoundedTable(capacity: capacity)) }
    }

    private static var shards: Int { 32 }

    private let parts: [Shard]

    /// - Parameter capacity: keys that are kept in mind, of all shards together.
    init(capacity: Int) {
        parts = (0..<Self.shards).map { _ in Shard(capacity: max(1, capacity / Self.shards)) }
    }

    /// How many keys are known. O(shards).
    var count: Int { parts.reduce(0) { $0 + $1.buckets.withLock(\.count) } }

    /// Takes what a request costs out of its key's bucket.
    func take(_ cost: Int, of key: Key, _ limit: RateLimit, now: Int64) -> TokenBucket.Verdict {
        // The hash is seeded anew by each process: nobody can choose keys of one shard.
        let shard = parts[Int(UInt(bitPattern: key.hashValue) % UInt(Self.shards))]
        return shard.buckets.withLock { buckets in
            var bucket = buckets.entry(key)?.value ?? TokenBucket(limit, now: now)
            let verdict = bucket.take(cost, limit, now: now)
            buckets.set(bucket, for: key, now: now)
            return verdict
        }
    }
}
