/// Which statements a connection has prepared on the server, and what to do about the next one.
///
/// A statement counts as prepared only once the server has said so: requests that were sent behind one that
/// failed must not depend on a PREPARE that the failure skipped, so they go unnamed meanwhile.
struct StatementCache {
    struct Key: Hashable, Sendable {
        let text: String
        let types: [UInt32]
    }

    enum Plan: Equatable {
        /// Parsed with the execution, kept nowhere.
        case unnamed
        case named(String)
        /// To be prepared under the name, after the other name, if any, has been deallocated.
        case prepare(name: String, dropping: String?)
    }

    private struct Entry {
        let name: String
        var isReady = false
        var lastUse: Int
    }

    /// How many statements are kept prepared; 0 keeps none.
    let capacity: Int
    private var entries: [Key: Entry] = [:]
    private var doomed: [String] = []
    private var clock = 0
    private var names = 0

    init(capacity: Int) { self.capacity = capacity }

    /// O(1); O(capacity) when the least recently used has to go.
    mutating func plan(for key: Key) -> Plan {
        guard capacity > 0 else { return .unnamed }
        clock += 1
        if let entry = entries[key] {
            entries[key]?.lastUse = clock
            return entry.isReady ? .named(entry.name) : .unnamed
        }
        if entries.count >= capacity {
            let ready = entries.lazy.filter(\.value.isReady)
            guard let oldest = ready.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return .unnamed }
            entries[oldest.key] = nil
            doomed.append(oldest.value.name)
        }
        names += 1
        let name = "s\(names)"
        entries[key] = Entry(name: name, lastUse: clock)
        return .prepare(name: name, dropping: doomed.popLast())
    }

    /// The server has prepared it.
    mutating func prepared(_ key: Key) { entries[key]?.isReady = true }

    /// The server has refused or skipped the PREPARE.
    mutating func notPrepared(_ key: Key) { entries[key] = nil }

    /// The server has skipped the DEALLOCATE.
    mutating func notDropped(_ name: String) { doomed.append(name) }

    /// The statement no longer works as it was prepared: the schema has changed under it.
    mutating func expired(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        doomed.append(entry.name)
    }
}
