/// A dictionary keyed by folded text, with a random hash seed in each process, so that an attacker cannot prepare colliding titles.
///
/// `Dictionary` would be slower for the dozens of look-ups that a track needs, because `String` normalises non-ASCII text for each hash. Most tables
/// have one or two keys, which need no hash table.
struct Table<Value: Sendable>: Sendable, Sequence {
    fileprivate struct Entry: Sendable {
        let key: String
        let code: UInt64
        var value: Value
    }

    fileprivate var entries: [Entry] = []
    /// The hash table, whose number of slots is a power of two; empty until there are more than `few` entries.
    fileprivate var slots: [Slot] = []

    /// The maximum number of entries that are searched linearly.
    private static var few: Int { 8 }

    init() {}

    var count: Int { entries.count }
    var isEmpty: Bool { entries.isEmpty }
    var keys: some Collection<String> { entries.lazy.map(\.key) }
    var values: some Collection<Value> { entries.lazy.map(\.value) }

    subscript(key: String) -> Value? {
        get { position(of: key).map { entries[$0].value } }
        set {
            let code = Self.code(of: key)
            let index = index(of: key, code)
            if let newValue {
                if let index { entries[index].value = newValue } else { append(key, code, newValue) }
            } else if let index {
                remove(at: index)
            }
        }
    }

    func contains(_ key: String) -> Bool { position(of: key) != nil }

    /// Returns whether the table has a key, given by its bytes, without creating a `String`.
    func contains(_ key: ArraySlice<UInt8>) -> Bool {
        guard !entries.isEmpty else { return false }
        return key.withUnsafeBufferPointer { bytes in
            index(Self.code(of: bytes)) { $0.utf8.elementsEqual(bytes) } != nil
        }
    }

    /// Returns the position of a key, valid until the table changes; `nil` for an unknown key. Reading a property of a value by its position does not
    /// copy the value.
    func position(of key: String) -> Int? { entries.isEmpty ? nil : index(of: key, Self.code(of: key)) }

    func key(at position: Int) -> String { entries[position].key }

    subscript(at position: Int) -> Value { _read { yield entries[position].value } }

    /// Puts `standIn` in the place of a key's value and returns the old value, so that the caller can change the old value without copying it.
    /// Returns `nil` for an unknown key.
    mutating func take(_ key: String, leaving standIn: Value) -> Value? {
        guard let index = index(of: key, Self.code(of: key)) else { return nil }
        var value = standIn
        swap(&value, &entries[index].value)
        return value
    }

    /// Changes a value in place, starting from `default` for a new key. Removes the key if `change` returns `false`.
    mutating func change(_ key: String, default value: @autoclosure () -> Value, _ change: (inout Value) -> Bool) {
        let code = Self.code(of: key)
        let index: Int
        if let found = self.index(of: key, code) {
            index = found
        } else {
            index = entries.count
            append(key, code, value())
        }
        if !change(&entries[index].value) { remove(at: index) }
    }

    func mapValues<Other: Sendable>(_ transform: (Value) -> Other) -> Table<Other> {
        var table = Table<Other>()
        table.entries = entries.map { Table<Other>.Entry(key: $0.key, code: $0.code, value: transform($0.value)) }
        table.slots = slots
        return table
    }

    struct Iterator: IteratorProtocol {
        fileprivate var entries: IndexingIterator<[Entry]>

        mutating func next() -> (key: String, value: Value)? { entries.next().map { ($0.key, $0.value) } }
    }

    func makeIterator() -> Iterator { Iterator(entries: entries.makeIterator()) }

    // MARK: - Positions of keys

    /// Returns the hash of a key, from 128-bit products of eight bytes at a time. Every bit depends on all bytes and on the random seed.
    private static func code(of key: String) -> UInt64 {
        key.utf8.span.withUnsafeBufferPointer(code(of:))
    }

    private static func code(of bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
        func mixed(_ bits: UInt64) -> UInt64 {
            let product = bits.multipliedFullWidth(by: 0x9e37_79b9_7f4a_7c15)
            return product.high ^ product.low
        }
        let bytes = UnsafeRawBufferPointer(bytes)
        var (code, index) = (Seed.value ^ UInt64(bytes.count), 0)
        while index + 8 < bytes.count {
            code = mixed(code ^ bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
            index += 8
        }
        // The last load may overlap the bytes of the previous load, so that no remaining bytes are loaded one by one.
        let last =
            bytes.count >= 8
            ? bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            : bytes.reduce(0) { $0 << 8 | UInt64($1) }
        return mixed(code ^ last)
    }

    private func index(of key: String, _ code: UInt64) -> Int? {
        // Keys with the same hash are almost certainly identical, which `String` detects quickly.
        index(code) { $0 == key }
    }

    @inline(__always)
    private func index(_ code: UInt64, _ isKey: (String) -> Bool) -> Int? {
        if slots.isEmpty {
            for index in entries.indices where entries[index].code == code && isKey(entries[index].key) { return index }
            return nil
        }
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: code) & mask
        while !slots[slot].isFree {
            if slots[slot].mayHold(code) {
                let index = slots[slot].index
                if entries[index].code == code, isKey(entries[index].key) { return index }
            }
            slot = (slot + 1) & mask
        }
        return nil
    }

    private mutating func append(_ key: String, _ code: UInt64, _ value: Value) {
        entries.append(Entry(key: key, code: code, value: value))
        if entries.count > Self.few, entries.count * 2 > slots.count {
            slots = [Slot](repeating: .free, count: Swift.max(32, slots.count * 2))
            for index in entries.indices { settle(index) }
        } else if !slots.isEmpty {
            settle(entries.count - 1)
        }
    }

    private mutating func settle(_ index: Int) {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: entries[index].code) & mask
        while !slots[slot].isFree { slot = (slot + 1) & mask }
        slots[slot] = Slot(of: index, entries[index].code)
    }

    /// Removes an entry; the last entry takes its index.
    private mutating func remove(at index: Int) {
        let last = entries.count - 1
        if !slots.isEmpty {
            let hole = slot(of: index)
            if index != last { slots[slot(of: last)] = Slot(of: index, entries[last].code) }
            free(hole, renamed: (last, index))
        }
        entries.swapAt(index, last)
        entries.removeLast()
    }

    private func slot(of index: Int) -> Int {
        let mask = slots.count - 1
        var slot = Int(truncatingIfNeeded: entries[index].code) & mask
        while slots[slot].index != index { slot = (slot + 1) & mask }
        return slot
    }

    /// Moves entries after a freed slot back towards their own slots, so that no search ends at the free slot too early.
    private mutating func free(_ slot: Int, renamed: (from: Int, to: Int)) {
        let mask = slots.count - 1
        var (hole, next) = (slot, (slot + 1) & mask)
        while !slots[next].isFree {
            let number = slots[next].index
            // The entry has not been moved yet.
            let code = entries[number == renamed.to ? renamed.from : number].code
            let home = Int(truncatingIfNeeded: code) & mask
            if (next - home) & mask >= (next - hole) & mask {
                slots[hole] = slots[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        slots[hole] = .free
    }
}

/// The index of an entry and half of its hash, so that most mismatches are found without reading the entry.
private struct Slot: Sendable {
    /// The index of the entry, counted from 1.
    private let number: UInt32
    private let half: UInt32

    static let free = Slot()

    private init() { (number, half) = (0, 0) }

    init(of index: Int, _ code: UInt64) {
        (number, half) = (UInt32(index + 1), UInt32(truncatingIfNeeded: code >> 32))
    }

    var isFree: Bool { number == 0 }
    var index: Int { Int(number) - 1 }

    func mayHold(_ code: UInt64) -> Bool { half == UInt32(truncatingIfNeeded: code >> 32) }
}

private enum Seed {
    static let value = UInt64.random(in: .min ... .max)
}
