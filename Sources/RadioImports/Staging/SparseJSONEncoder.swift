/// A JSON encoder that omits members with default values: `nil`, empty strings and lists, `false`, and zero if the member is not
/// optional.
///
/// Staged rows are therefore small, and an SQL statement can test a flag by `item ? 'isLive'`. Floating-point numbers are not supported, because no
/// draft has any.
final class SparseJSONEncoder: Encoder {
    let codingPath: [any CodingKey] = []
    let userInfo: [CodingUserInfoKey: Any] = [:]

    private let excluded: [String]
    private var bytes: [UInt8] = []
    /// The bracket that closes the current value; `nil` unless the value is an object or a list.
    private var ending: UInt8?

    private init(excluding excluded: [String]) { self.excluded = excluded }

    /// Returns the JSON of a value. The members named in `excluded` are left out of every object. Throws `EncodingError` for a value that is not
    /// supported.
    static func text(of value: any Encodable, excluding excluded: [String] = []) throws -> String {
        let encoder = SparseJSONEncoder(excluding: excluded)
        try encoder.write(value)
        return String(decoding: encoder.bytes, as: UTF8.self)
    }

    func container<Key>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        open(UInt8(ascii: "{"), UInt8(ascii: "}"))
        return KeyedEncodingContainer(Members<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        open(UInt8(ascii: "["), UInt8(ascii: "]"))
        return Elements(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { SingleValue(encoder: self) }

    private func open(_ opening: UInt8, _ ending: UInt8) {
        guard self.ending == nil else { return }
        bytes.append(opening)
        self.ending = ending
    }

    private func write(_ value: some Encodable) throws {
        let outer = ending
        ending = nil
        try value.encode(to: self)
        if let ending { bytes.append(ending) }
        ending = outer
    }

    private func write(number: some BinaryInteger) { bytes += String(number).utf8 }

    private func write(flag: Bool) { bytes += (flag ? "true" : "false").utf8 }

    private static let digits = Array("0123456789abcdef".utf8)

    private func write(text: String) {
        var text = text
        bytes.append(UInt8(ascii: "\""))
        text.withUTF8 { text in
            // Runs without escapes are copied as a whole.
            var start = 0
            for index in text.indices {
                let byte = text[index]
                guard byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") else { continue }
                bytes.append(contentsOf: text[start..<index])
                start = index + 1
                bytes.append(UInt8(ascii: "\\"))
                if byte >= 0x20 {
                    bytes.append(byte)
                } else {
                    bytes.append(contentsOf: "u00".utf8)
                    bytes.append(Self.digits[Int(byte >> 4)])
                    bytes.append(Self.digits[Int(byte & 15)])
                }
            }
            bytes.append(contentsOf: text[start...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func separate() {
        if let last = bytes.last, last != UInt8(ascii: "{"), last != UInt8(ascii: "[") {
            bytes.append(UInt8(ascii: ","))
        }
    }

    // MARK: - Containers

    private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
        let encoder: SparseJSONEncoder
        var codingPath: [any CodingKey] { [] }

        /// Writes the name of a member, unless the name is excluded. Returns whether the name was written.
        private func begins(_ key: Key) -> Bool {
            let name = key.stringValue
            guard !encoder.excluded.contains(name) else { return false }
            encoder.separate()
            encoder.bytes.append(UInt8(ascii: "\""))
            encoder.bytes.append(contentsOf: name.utf8)
            encoder.bytes.append(UInt8(ascii: "\""))
            encoder.bytes.append(UInt8(ascii: ":"))
            return true
        }

        func encodeNil(forKey key: Key) {}

        func encode(_ flag: Bool, forKey key: Key) { if flag, begins(key) { encoder.write(flag: flag) } }

        func encode(_ text: String, forKey key: Key) { if !text.isEmpty, begins(key) { encoder.write(text: text) } }

        func encode(_ number: some BinaryInteger & Encodable, forKey key: Key) {
            if number != 0, begins(key) { encoder.write(number: number) }
        }

        // One method per type, because a generic method does not replace the protocol's default implementations.
        func encodeIfPresent(_ number: Int?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: Int8?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: Int16?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: Int32?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: Int64?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: UInt?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: UInt8?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: UInt16?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: UInt32?, forKey key: Key) { put(number, key) }
        func encodeIfPresent(_ number: UInt64?, forKey key: Key) { put(number, key) }

        private func put(_ number: (some BinaryInteger)?, _ key: Key) {
            if let number, begins(key) { encoder.write(number: number) }
        }

        func encode(_ number: Double, forKey key: Key) throws { throw unsupported("a floating-point number") }
        func encode(_ number: Float, forKey key: Key) throws { throw unsupported("a floating-point number") }

        func encode(_ value: some Encodable, forKey key: Key) throws {
            let count = encoder.bytes.count
            guard begins(key) else { return }
            let start = encoder.bytes.count
            try encoder.write(value)
            if encoder.bytes.count == start + 2, encoder.bytes[start] == UInt8(ascii: "[") {
                encoder.bytes.removeSubrange(count...)
            }
        }

        func nestedContainer<NestedKey>(
            keyedBy type: NestedKey.Type, forKey key: Key
        ) -> KeyedEncodingContainer<NestedKey> {
            preconditionFailure("a draft has no nested containers")
        }

        func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
            preconditionFailure("a draft has no nested containers")
        }

        func superEncoder() -> any Encoder { encoder }
        func superEncoder(forKey key: Key) -> any Encoder { encoder }
    }

    private struct Elements: UnkeyedEncodingContainer {
        let encoder: SparseJSONEncoder
        private(set) var count = 0
        var codingPath: [any CodingKey] { [] }

        init(encoder: SparseJSONEncoder) { self.encoder = encoder }

        mutating func encode(_ value: some Encodable) throws {
            encoder.separate()
            count += 1
            try encoder.write(value)
        }

        mutating func encodeNil() throws { throw unsupported("null") }

        func nestedContainer<NestedKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
            preconditionFailure("a draft has no nested containers")
        }

        func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
            preconditionFailure("a draft has no nested containers")
        }

        func superEncoder() -> any Encoder { encoder }
    }

    private struct SingleValue: SingleValueEncodingContainer {
        let encoder: SparseJSONEncoder
        var codingPath: [any CodingKey] { [] }

        func encodeNil() throws { throw unsupported("null") }
        func encode(_ flag: Bool) { encoder.write(flag: flag) }
        func encode(_ text: String) { encoder.write(text: text) }
        func encode(_ number: some BinaryInteger & Encodable) { encoder.write(number: number) }
        func encode(_ number: Double) throws { throw unsupported("a floating-point number") }
        func encode(_ number: Float) throws { throw unsupported("a floating-point number") }
        func encode(_ value: some Encodable) throws { try encoder.write(value) }
    }

    private static func unsupported(_ value: String) -> EncodingError {
        .invalidValue(value, .init(codingPath: [], debugDescription: "a draft cannot contain \(value)"))
    }
}
