/// What memory knows about an authority.
public enum CachedTenant: Sendable, Hashable {
    /// This tenant answers to it.
    case hit(Tenant)
    /// No tenant answers to it (421), as asked a moment ago.
    case miss
    /// Not known, or no longer: ask `TenantDirectory.tenant(authority:)`.
    case unknown
}

/// Answers of `control.resolve_host`, each good for five seconds (spec O2.7).
///
/// A value without clock or lock; lookups are O(1) and allocate nothing. Names that match a host are kept apart from
/// those that do not, so that a flood of invented hosts cannot push the real ones out.
struct HostCache: Sendable {
    typealias Instant = ContinuousClock.Instant

    /// One answer.
    struct Answer: Sendable {
        var tenant: Tenant?
        /// Whether the host itself is a tenant's, not only the fallback.
        var isMatch: Bool
    }

    /// A class, so that looking one up costs one reference count and not one for each string of a tenant.
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
    /// Entries of each kind; when one kind is full it starts anew.
    private let capacity: Int
    /// Counts the expirations; entries of an earlier generation are old.
    private var generation = 0
    private var matching: [UInt64: Entry] = [:]
    private var others: [UInt64: Entry] = [:]

    init(lifetime: Duration = .seconds(5), capacity: Int = 4096) {
        self.lifetime = lifetime
        self.capacity = capacity
    }

    /// How many answers are kept, old ones too.
    var count: Int { matching.count + others.count }

    /// What is known of a name at this moment.
    func tenant(of name: UnsafeBufferPointer<UInt8>, at now: Instant) -> CachedTenant {
        current(name, now)?.known ?? .unknown
    }

    /// The answer that is good at this moment.
    func answer(of name: UnsafeBufferPointer<UInt8>, at now: Instant) -> Answer? { current(name, now)?.answer }

    private func current(_ name: UnsafeBufferPointer<UInt8>, _ now: Instant) -> Entry? {
        guard let entry = entry(of: name), entry.generation == generation, now < entry.until else { return nil }
        return entry
    }

    /// The last answer, however old, for when no new one is to be had.
    func lastAnswer(of name: UnsafeBufferPointer<UInt8>) -> Answer? { entry(of: name)?.answer }

    /// Keeps an answer.
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

    /// Makes every answer old, so that each is asked for again. They still serve as last answers.
    mutating func expire() { generation += 1 }

    private func entry(of name: UnsafeBufferPointer<UInt8>) -> Entry? {
        let key = Self.key(of: name)
        // The hash is keyed at random for each process, but only equal bytes are the same host.
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
