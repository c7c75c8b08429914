/// Which statements a connection has prepared on the server, and what to do about the next one.
///
/// A statement counts as prepared only once the server has said so: requests that were sent behind one that
/// failed must not depend on a PREPARE that the failure skipped, so they go unnamed meanwhile.
struct StatementCache {
    /// How a statement is found again: by the place of its text in the program, and by the types of its values.
    typealias Key = Int

    enum Plan: Equatable {
        /// Parsed with the execution, kept nowhere.
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

    /// How many statements are kept prepared; 0 keeps none.
    let capacity: Int
    private var entries: [Key: Entry] = [:]
    private var doomed: [String] = []
    private var clock = 0
    private var names = 0

    init(capacity: Int) { self.capacity = capacity }

    /// O(1); O(capacity) when the least recently used has to go.
    mutating func plan(for statement: SQL) -> Plan {
        guard capacity > 0 else { return .unnamed }
        clock += 1
        let key = Self.key(of: statement)
        if let index = entries.index(forKey: key) {
            let entry = entries.values[index]
            // Another statement of the same key: it is sent as it is.
            guard entry.isFor(statement) else { return .unnamed }
            entries.values[index].lastUse = clock
            return entry.isReady ? .named(entry.name, key) : .unnamed
        }
        if entries.count >= capacity {
            let ready = entries.lazy.filter(\.value.isReady)
            guard let oldest = ready.min(by: { $0.value.lastUse < $1.value.lastUse }) else { return .unnamed }
            entries[oldest.key] = nil
            doomed.append(oldest.value.name)
        }
        names += 1
        let name = "s\(names)"
        entries[key] = Entry(
            name: name, text: statement.pieces, types: statement.binds.map(\.type), lastUse: clock)
        return .prepare(name: name, key, dropping: doomed.popLast())
    }

    private static func key(of statement: SQL) -> Key {
        statement.binds.reduce(statement.pieces.fingerprint) { key, bind in key &* 31 &+ Int(bind.type) }
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
