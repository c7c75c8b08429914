import Synchronization

/// The token buckets of all keys of one kind. A full shard removes its least recently used buckets, at least half.
///
/// Each of the `shards` has a lock, so that requests of different keys rarely wait for each other. Prebuilt responses are not
/// counted and take no lock.
final class BucketTable<Key: Hashable & Sendable>: Sendable {
    private final class Shard: Sendable {
        let buckets: Mutex<BoundedTable<Key, TokenBucket>>

        init(capacity: Int) { buckets = Mutex(BoundedTable(capacity: capacity)) }
    }

    private static var shards: Int { 32 }

    private let parts: [Shard]

    /// Creates a table without buckets, for at most `capacity` keys.
    init(capacity: Int) {
        parts = (0..<Self.shards).map { _ in Shard(capacity: max(1, capacity / Self.shards)) }
    }

    /// The number of keys with a bucket. O(shards).
    var count: Int { parts.reduce(0) { $0 + $1.buckets.withLock(\.count) } }

    /// Takes the cost of a request from the key's bucket, or nothing if the bucket has too few tokens. `now` is in milliseconds of a monotonic clock.
    func take(_ cost: Int, of key: Key, _ limit: RateLimit, now: Int64) -> TokenBucket.Decision {
        // Each process seeds the hash randomly, so a client cannot choose keys of one shard.
        let shard = parts[Int(UInt(bitPattern: key.hashValue) % UInt(Self.shards))]
        return shard.buckets.withLock { buckets in
            var bucket = buckets.entry(key)?.value ?? TokenBucket(limit, now: now)
            let decision = bucket.take(cost, limit, now: now)
            buckets.set(bucket, for: key, now: now)
            return decision
        }
    }
}
