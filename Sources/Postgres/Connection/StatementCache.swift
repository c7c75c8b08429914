/// The statements that a connection has prepared on the server, and the decision on how to send the next statement.
///
/// A statement counts as prepared only after the server confirms the PREPARE, since an error earlier in the pipeline may make the server skip it.
struct StatementCache {
    /// A hash of a statement's literals, or of its text, and of the types of its values.
    typealias Key = Int

    enum Plan: Equatable {
        /// Send the statement unnamed, so that the server parses it with each execution and does not keep it.
        case unnamed
        case named(String, Key)
        /// Prepare the statement under the name, after deallocating the other name, if any.
        case prepare(name: String, Key, dropping: String?)
    }

    private struct Entry {
        let name: String
        let text: StatementText
        let types: [UInt32]
        var isReady = false
        var lastUse: Int

        func isFor(_ statement: SQL) -> Bool {
            text.isIdentical(to: statement.pieces) && types.elementsEqual(statement.binds.lazy.map(\.type))
        }
    }

    /// The maximum number of prepared statements; 0 for none.
    let capacity: Int
    private var entries: [Key: Entry] = [:]
    private var expiredNames: [String] = []
    private var clock = 0
    private var names = 0

    init(capacity: Int) { self.capacity = capacity }

    /// Returns the plan for sending a statement. A statement to be prepared is added to the cache, and replaces the least recently used statement if
    /// the cache is full. O(n) in the size of the statement, or O(capacity) if another statement is evicted.
    mutating func plan(for statement: SQL) -> Plan {
        guard capacity > 0 else { return .unnamed }
        clock += 1
        let key = Self.key(of: statement)
        if let index = entries.index(forKey: key) {
            let entry = entries.values[index]
            // Another statement with the same key is sent unnamed.
            guard entry.isFor(statement) else { return .unnamed }
            entries.values[index].lastUse = clock
            return entry.isReady ? .named(entry.name, key) : .unnamed
        }
        if entries.count >= capacity {
            let ready = entries.lazy.filter(\.value.isReady)
            guard let oldest = ready.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return .unnamed }
            entries[oldest.key] = nil
            expiredNames.append(oldest.value.name)
        }
        names += 1
        let name = "s\(names)"
        entries[key] = Entry(
            name: name, text: statement.pieces, types: statement.binds.map(\.type), lastUse: clock)
        return .prepare(name: name, key, dropping: expiredNames.popLast())
    }

    private static func key(of statement: SQL) -> Key {
        statement.binds.reduce(statement.pieces.fingerprint) { key, bind in key &* 31 &+ Int(bind.type) }
    }

    /// Records that the server has prepared the statement.
    mutating func prepared(_ key: Key) { entries[key]?.isReady = true }

    /// Records that the server has refused or skipped the PREPARE.
    mutating func notPrepared(_ key: Key) { entries[key] = nil }

    /// Records that the server has skipped the DEALLOCATE.
    mutating func notDropped(_ name: String) { expiredNames.append(name) }

    /// Removes a prepared statement that a change of the schema has made invalid.
    mutating func expired(_ key: Key) {
        guard let entry = entries.removeValue(forKey: key) else { return }
        expiredNames.append(entry.name)
    }
}
