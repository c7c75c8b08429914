/// The result of a lookup in the host cache.
public enum CachedTenant: Sendable, Hashable {
    /// The tenant of the host, or the fallback for an unknown host.
    case hit(Tenant)
    /// No tenant has the host, or the authority is invalid. The response is 421.
    case miss
    /// The cache has no valid result for the host. Call `TenantDirectory.tenant(authority:)`.
    case unknown
}

/// A cache of results of `control.resolve_host`, each valid for five seconds (spec O2.7). A value type without a clock or lock.
///
/// Lookups are O(1) and do not allocate. Known and unknown hosts are cached separately, so that a flood of invented hosts cannot evict real hosts.
struct HostCache: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// The result of a query of `control.resolve_host`.
    struct Answer: Sendable {
        var tenant: Tenant?
        /// Whether the host belongs to the tenant; `false` for the fallback tenant and if there is no tenant.
        var isMatch: Bool
    }

    /// A class, so that a lookup costs one reference count instead of three: the name and both copies of the tenant.
    private final class Entry: Sendable {
        let name: [UInt8]
        let answer: Answer
        let known: CachedTenant
        let until: Instant
        let generation: Int

        init(name: [UInt8], answer: Answer, until: Instant, generation: Int) {
            self.name = name
            self.answer = answer
            known = answer.tenant.map(CachedTenant.hit) ?? .miss
            self.until = until
            self.generation = generation
        }
    }

    private let lifetime: Duration
    /// The maximum number of known hosts and, separately, of unknown hosts. A full dictionary is emptied before a new host is stored.
    private let capacity: Int
    /// The number of calls of `expire`. Entries of an earlier generation are expired.
    private var generation = 0
    private var matching: [UInt64: Entry] = [:]
    private var others: [UInt64: Entry] = [:]

    init(lifetime: Duration = .seconds(5), capacity: Int = 4096) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// The number of entries, including expired ones.
    var count: Int { matching.count + others.count }

    /// Returns the valid result for a host name, or `.unknown`.
    func tenant(of name: UnsafeBufferPointer<UInt8>, at now: Instant) -> CachedTenant {
        current(name, now)?.known ?? .unknown
    }

    /// Returns the valid result for a host name; `nil` if there is none.
    func answer(of name: UnsafeBufferPointer<UInt8>, at now: Instant) -> Answer? { current(name, now)?.answer }

    private func current(_ name: UnsafeBufferPointer<UInt8>, _ now: Instant) -> Entry? {
        guard let entry = entry(of: name), entry.generation == generation, now < entry.until else { return nil }
        return entry
    }

    /// Returns the last result for a host name, even if it has expired; `nil` if there is none. Used while the database is not available.
    func lastAnswer(of name: UnsafeBufferPointer<UInt8>) -> Answer? { entry(of: name)?.answer }

    /// Stores the result for a host name.
    mutating func keep(_ answer: Answer, of name: UnsafeBufferPointer<UInt8>, at now: Instant) {
        let entry = Entry(name: Array(name), answer: answer, until: now + lifetime, generation: generation)
        let key = Self.key(of: name)
        if answer.isMatch {
            others[key] = nil
            Self.keep(entry, key, in: &matching, capacity)
        } else {
            matching[key] = nil
            Self.keep(entry, key, in: &others, capacity)
        }
    }

    /// Expires all entries. `lastAnswer(of:)` still returns expired entries.
    mutating func expire() { generation += 1 }

    private func entry(of name: UnsafeBufferPointer<UInt8>) -> Entry? {
        let key = Self.key(of: name)
        // Different names can have the same hash.
        guard let entry = matching[key] ?? others[key],
            entry.name.withUnsafeBufferPointer({ $0.elementsEqual(name) })
        else { return nil }
        return entry
    }

    private static func keep(_ entry: Entry, _ key: UInt64, in entries: inout [UInt64: Entry], _ capacity: Int) {
        if entries.count >= capacity, entries[key] == nil { entries.removeAll(keepingCapacity: true) }
        entries[key] = entry
    }

    private static func key(of name: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hasher = Hasher()
        hasher.combine(bytes: UnsafeRawBufferPointer(name))
        return UInt64(bitPattern: Int64(hasher.finalize()))
    }
}
