/// A dictionary by folded text.
///
/// Keys are compared byte by byte: `String` would normalise what is not ASCII at each look-up, and folding has done that. The hash
/// begins differently in each process, so that nobody can prepare titles that fall together.
///
/// Written by hand because most tables in a library hold one or two keys, which are found by looking at each and cost one
/// allocation, and because `Dictionary` would hash what is hashed already: classifying asks some dozens of times a track.
struct Table<Value: Sendable>: Sendable, Sequence {
    fileprivate struct Entry: Sendable {
        let key: String
        let code: UInt64
        var value: Value
    }

    /// In no order that means anything.
    fileprivate var entries: [Entry] = []
    /// A power of two of places, or none while there are few entries.
    fileprivate var places: [Place] = []

    /// Up to how many entries are looked at one after the other.
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

    /// Looks a key up by its bytes, without making a `String` of them.
    func contains(_ key: ArraySlice<UInt8>) -> Bool {
        guard !entries.isEmpty else { return false }
        return key.withUnsafeBufferPointer { bytes in
            index(Self.code(of: bytes)) { $0.utf8.elementsEqual(bytes) } != nil
        }
    }

    /// The position of a key, valid until the table changes.
    ///
    /// Reading one property of a value by its position copies no value: `subscript(key:)` does, and counts up each reference in it.
    func position(of key: String) -> Int? { entries.isEmpty ? nil : index(of: key, Self.code(of: key)) }

    func key(at position: Int) -> String { entries[position].key }

    subscript(at position: Int) -> Value { _read { yield entries[position].value } }

    /// The value of a key, for which another stands in until it is set again: it may be changed without being copied.
    mutating func take(_ key: String, leaving standIn: Value) -> Value? {
        guard let index = index(of: key, Self.code(of: key)) else { return nil }
        var value = standIn
        swap(&value, &entries[index].value)
        return value
    }

    /// Changes a value in its place, of a key that was not there from `default` on. The key goes when `change` says that it
    /// does not stay.
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
        table.places = places
        return table
    }

    struct Iterator: IteratorProtocol {
        fileprivate var entries: IndexingIterator<[Entry]>

        mutating func next() -> (key: String, value: Value)? { entries.next().map { ($0.key, $0.value) } }
    }

    func makeIterator() -> Iterator { Iterator(entries: entries.makeIterator()) }

    // MARK: - Where keys are

    /// Eight bytes at a time, each multiplied to twice the length and folded, so that every bit depends on all of them and on where
    /// the hash began.
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
        // The last eight bytes overlap those before: one load instead of up to seven.
        let last =
            bytes.count >= 8
            ? bytes.loadUnaligned(fromByteOffset: bytes.count - 8, as: UInt64.self)
            : bytes.reduce(0) { $0 << 8 | UInt64($1) }
        return mixed(code ^ last)
    }

    private func index(of key: String, _ code: UInt64) -> Int? {
        // What has one code is all but certainly equal byte by byte, which `String` sees at once.
        index(code) { $0 == key }
    }

    @inline(__always)
    private func index(_ code: UInt64, _ isKey: (String) -> Bool) -> Int? {
        if places.isEmpty {
            for index in entries.indices where entries[index].code == code && isKey(entries[index].key) { return index }
            return nil
        }
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: code) & mask
        while !places[place].isFree {
            if places[place].mayHold(code) {
                let index = places[place].index
                if entries[index].code == code, isKey(entries[index].key) { return index }
            }
            place = (place + 1) & mask
        }
        return nil
    }

    private mutating func append(_ key: String, _ code: UInt64, _ value: Value) {
        entries.append(Entry(key: key, code: code, value: value))
        if entries.count > Self.few, entries.count * 2 > places.count {
            places = [Place](repeating: .free, count: Swift.max(32, places.count * 2))
            for index in entries.indices { settle(index) }
        } else if !places.isEmpty {
            settle(entries.count - 1)
        }
    }

    /// Takes the first free place for an entry.
    private mutating func settle(_ index: Int) {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: entries[index].code) & mask
        while !places[place].isFree { place = (place + 1) & mask }
        places[place] = Place(of: index, entries[index].code)
    }

    /// The last entry takes the number of the one that goes.
    private mutating func remove(at index: Int) {
        let last = entries.count - 1
        if !places.isEmpty {
            let hole = place(of: index)
            if index != last { places[place(of: last)] = Place(of: index, entries[last].code) }
            free(hole, renamed: (last, index))
        }
        entries.swapAt(index, last)
        entries.removeLast()
    }

    private func place(of index: Int) -> Int {
        let mask = places.count - 1
        var place = Int(truncatingIfNeeded: entries[index].code) & mask
        while places[place].index != index { place = (place + 1) & mask }
        return place
    }

    /// Moves those behind a place forward that were kept from a nearer one, so that no search ends too early.
    private mutating func free(_ place: Int, renamed: (from: Int, to: Int)) {
        let mask = places.count - 1
        var (hole, next) = (place, (place + 1) & mask)
        while !places[next].isFree {
            let number = places[next].index
            // Its entry has not moved yet.
            let code = entries[number == renamed.to ? renamed.from : number].code
            let home = Int(truncatingIfNeeded: code) & mask
            if (next - home) & mask >= (next - hole) & mask {
                places[hole] = places[next]
                hole = next
            }
            next = (next + 1) & mask
        }
        places[hole] = .free
    }
}

/// Where the number of an entry is kept, with the half of its code that its place does not follow from: whoever looks for another
/// key mostly sees so without a look at the entry, which lies elsewhere in memory.
private struct Place: Sendable {
    /// From 1.
    private let number: UInt32
    private let half: UInt32

    static let free = Place()

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
