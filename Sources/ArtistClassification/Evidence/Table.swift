/// A dictionary by folded text.
///
/// Keys are compared byte by byte: `String` would normalise what is not ASCII at each look-up, and folding has done that. The hash
/// begins differently in each process, so that nobody can prepare titles that fall together.
struct Table<Value: Sendable>: Sendable, Sequence {
    fileprivate struct Key: Hashable, Sendable {
        let text: String
        let code: UInt64

        init(_ text: String) {
            self.text = text
            let code = text.utf8.withContiguousStorageIfAvailable { bytes in
                var code = Seed.value
                for byte in bytes { code = (code ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
                return code
            }
            self.code = code ?? text.utf8.reduce(Seed.value) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01b3 }
        }

        init(_ text: String, _ code: UInt64) {
            self.text = text
            self.code = code
        }

        static func == (one: Key, other: Key) -> Bool {
            // What has one code is all but certainly equal byte by byte, which `String` sees at once.
            one.code == other.code && one.text == other.text
        }

        func hash(into hasher: inout Hasher) { hasher.combine(code) }
    }

    fileprivate var storage: [Key: Value] = [:]

    var count: Int { storage.count }
    var isEmpty: Bool { storage.isEmpty }
    var keys: some Collection<String> { storage.keys.lazy.map(\.text) }
    var values: some Collection<Value> { storage.values }

    subscript(key: String) -> Value? {
        get { storage[Key(key)] }
        _modify { yield &storage[Key(key)] }
    }

    subscript(key: String, default value: @autoclosure () -> Value) -> Value {
        get { storage[Key(key), default: value()] }
        _modify { yield &storage[Key(key), default: value()] }
    }

    func mapValues<Other: Sendable>(_ transform: (Value) -> Other) -> Table<Other> {
        var table = Table<Other>()
        table.storage.reserveCapacity(storage.count)
        for (key, value) in storage { table.storage[Table<Other>.Key(key.text, key.code)] = transform(value) }
        return table
    }

    func makeIterator() -> AnyIterator<(key: String, value: Value)> {
        var iterator = storage.makeIterator()
        return AnyIterator { iterator.next().map { ($0.key.text, $0.value) } }
    }
}

private enum Seed {
    static let value = UInt64.random(in: .min ... .max)
}
