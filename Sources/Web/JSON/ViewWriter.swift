#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An encoder that writes a view as JSON directly into bytes. `JSONEncoder` builds a tree first, which took most of the time of long responses.
///
/// The bytes equal those of `JSONEncoder` with sorted keys and unescaped slashes, and a `Date` is written like an `Instant`. A view must finish a
/// nested container before it writes to the next.
public enum ViewWriter {
    /// Returns the JSON of a view. Throws the errors of the view, and `EncodingError` for NaN, infinity or a write to a container that was left.
    public static func bytes(_ view: some Encodable) throws -> [UInt8] {
        let text = ViewText()
        try text.write(view)
        return text.bytes
    }
}

/// A view that is encoded once and written many times, such as the picture of a show beside each broadcast of the show.
public struct WrittenView<View: Encodable & Sendable & Hashable>: Encodable, Sendable, Hashable {
    public let view: View
    private let bytes: [UInt8]

    /// Encodes the view. Throws the errors of `ViewWriter.bytes(_:)`.
    public init(_ view: View) throws {
        self.view = view
        bytes = try ViewWriter.bytes(view)
    }

    public func encode(to encoder: any Encoder) throws {
        if let encoder = encoder as? ViewEncoder { return encoder.text.raw(bytes) }
        try view.encode(to: encoder)
    }

    public static func == (left: Self, right: Self) -> Bool { left.view == right.view }

    public func hash(into hasher: inout Hasher) { hasher.combine(view) }
}

/// The bytes written so far and the stack of open objects and arrays. Indices are positions in `bytes`.
private final class ViewText {
    struct Frame {
        let isObject: Bool
        /// Distinguishes frames that were open at the same depth.
        let number: Int
        let start: Int
        let firstMember: Int
    }

    /// A member of an object, or an element of an array.
    struct Member {
        /// The index of the comma before the member.
        let start: Int
        let keyEnd: Int
        /// The first eight bytes of the key, which distinguish most keys.
        let lead: UInt64
        /// The key before escaping; `nil` if escaping did not change it.
        var escaped: [UInt8]?
        /// The index after the value of the member; set when the object is closed.
        var end = 0
    }

    // Accesses never overlap, because only one call of `ViewWriter.bytes` makes them. Checking for overlaps took a third of the time.
    @exclusivity(unchecked) private(set) var bytes: [UInt8] = []
    @exclusivity(unchecked) private var frames: [Frame] = []
    /// The members of all open objects and arrays, in the order written.
    @exclusivity(unchecked) private var members: [Member] = []
    @exclusivity(unchecked) private var opened = 0
    @exclusivity(unchecked) private var scratch: [UInt8] = []

    // MARK: - Values

    func write<Value: Encodable>(_ value: Value) throws {
        if isWritten(value) { return }
        let (depth, length) = (frames.count, bytes.count)
        try value.encode(to: ViewEncoder(text: self, depth: depth))
        close(to: depth)
        // A value that encodes nothing becomes an empty object.
        if bytes.count == length { plain("{}") }
    }

    /// Writes a value that `JSONEncoder` treats specially, and returns whether it did. A comparison of types costs less than a cast.
    private func isWritten<Value: Encodable>(_ value: Value) -> Bool {
        if Value.self == String.self, let text = value as? String {
            string(text)
        } else if Value.self == Date.self, let date = value as? Date {
            string(Instant(date).description)
        } else if Value.self == Data.self, let data = value as? Data {
            string(data.base64EncodedString())
        } else if Value.self == URL.self, let url = value as? URL {
            string(url.absoluteString)
        } else if Value.self == Decimal.self, let number = value as? Decimal {
            plain(number.description)
        } else {
            return false
        }
        return true
    }

    func null() { plain("null") }
    func bool(_ value: Bool) { plain(value ? "true" : "false") }
    func integer(_ value: some BinaryInteger) { plain(String(value)) }

    func number(_ value: some BinaryFloatingPoint & LosslessStringConvertible) throws {
        guard value.isFinite else {
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: "not a JSON number"))
        }
        let text = value.description
        plain(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
    }

    private func plain(_ text: String) { bytes.append(contentsOf: text.utf8) }

    /// Appends JSON that is already encoded.
    func raw(_ written: [UInt8]) { bytes.append(contentsOf: written) }

    func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var text = text
        text.withUTF8 { utf8 in
            var start = 0
            var index = 0
            while index < utf8.count {
                let byte = utf8[index]
                if byte < 0x20 || byte == 0x22 || byte == 0x5C {
                    bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start..<index]))
                    escape(byte)
                    start = index + 1
                }
                index += 1
            }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: utf8[start...]))
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private func escape(_ byte: UInt8) {
        switch byte {
        case 0x22: plain("\\\"")
        case 0x5C: plain("\\\\")
        case 0x08: plain("\\b")
        case 0x09: plain("\\t")
        case 0x0A: plain("\\n")
        case 0x0C: plain("\\f")
        case 0x0D: plain("\\r")
        default: plain("\\u00" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16))
        }
    }

    // MARK: - Objects and arrays

    /// Returns the object or array that is open at this depth, or begins one. Closes the containers inside.
    func frame(at depth: Int, isObject: Bool) -> Frame {
        close(to: depth + 1)
        if frames.count > depth, frames[depth].isObject == isObject { return frames[depth] }
        close(to: depth)
        opened += 1
        frames.append(
            Frame(isObject: isObject, number: opened, start: bytes.count, firstMember: members.count))
        return frames[depth]
    }

    /// Begins a member or an element of the container. Throws `EncodingError` if another container has been begun at this depth since.
    ///
    /// - Parameter key: the name of the member; `nil` for an element.
    func begin(_ frame: Frame, at depth: Int, key: String?) throws {
        close(to: depth + 1)
        guard frames.count > depth, frames[depth].number == frame.number else {
            throw EncodingError.invalidValue(
                key ?? "", .init(codingPath: [], debugDescription: "a container that is closed already"))
        }
        let start = bytes.count
        // `close` replaces the comma of the first member with the opening bracket.
        bytes.append(UInt8(ascii: ","))
        guard let key else {
            members.append(Member(start: start, keyEnd: start, lead: 0))
            return
        }
        string(key)
        let escaped = bytes.count - start - 3 == key.utf8.count ? nil : Array(key.utf8)
        var lead: UInt64 = 0
        for place in 0..<8 {
            let byte =
                if let escaped { place < escaped.count ? escaped[place] : 0 } else {
                    start + 2 + place < bytes.count - 1 ? bytes[start + 2 + place] : 0
                }
            lead = lead << 8 | UInt64(byte)
        }
        members.append(Member(start: start, keyEnd: bytes.count, lead: lead, escaped: escaped))
        bytes.append(UInt8(ascii: ":"))
    }

    func count(_ frame: Frame) -> Int { members.count - frame.firstMember }

    private func close(to depth: Int) {
        while frames.count > depth, let frame = frames.popLast() {
            if members.count == frame.firstMember {
                plain(frame.isObject ? "{}" : "[]")
            } else if frame.isObject {
                sort(frame)
                bytes[frame.start] = UInt8(ascii: "{")
                bytes.append(UInt8(ascii: "}"))
            } else {
                bytes[frame.start] = UInt8(ascii: "[")
                bytes.append(UInt8(ascii: "]"))
            }
            members.removeSubrange(frame.firstMember...)
        }
    }

    /// Sorts the members of an object by their keys. Of two members with the same key, only the later one is kept.
    private func sort(_ frame: Frame) {
        let first = frame.firstMember
        var isSorted = true
        for place in first..<members.count {
            members[place].end = place + 1 < members.count ? members[place + 1].start : bytes.count
            if place > first, order(members[place - 1], members[place]) >= 0 { isSorted = false }
        }
        guard !isSorted else { return }
        // The sort is stable.
        members[first...].sort { order($0, $1) < 0 }
        scratch.removeAll(keepingCapacity: true)
        for place in first..<members.count {
            let member = members[place]
            if place + 1 < members.count, order(member, members[place + 1]) == 0 { continue }
            scratch.append(contentsOf: bytes[member.start..<member.end])
        }
        bytes.removeSubrange(frame.start...)
        bytes.append(contentsOf: scratch)
    }

    /// Compares two keys by their bytes. The result is negative, zero or positive, as `one` is less than, equal to or greater than `other`.
    private func order(_ one: Member, _ other: Member) -> Int {
        if one.lead != other.lead { return one.lead < other.lead ? -1 : 1 }
        if one.escaped != nil || other.escaped != nil {
            let (left, right) = (key(of: one), key(of: other))
            return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
        }
        // Skips the comma and the quotation marks.
        var (left, right) = (one.start + 2, other.start + 2)
        let (leftEnd, rightEnd) = (one.keyEnd - 1, other.keyEnd - 1)
        while left < leftEnd, right < rightEnd {
            if bytes[left] != bytes[right] { return bytes[left] < bytes[right] ? -1 : 1 }
            left += 1
            right += 1
        }
        return (leftEnd - left) - (rightEnd - right)
    }

    private func key(of member: Member) -> [UInt8] {
        member.escaped ?? Array(bytes[(member.start + 2)..<(member.keyEnd - 1)])
    }
}

private struct ViewEncoder: Encoder {
    let text: ViewText
    let depth: Int

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(
            ViewMembers<Key>(text: text, depth: depth, frame: text.frame(at: depth, isObject: true)))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        ViewElements(text: text, depth: depth, frame: text.frame(at: depth, isObject: false))
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { ViewValue(text: text) }
}

private struct ViewMembers<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let text: ViewText
    let depth: Int
    let frame: ViewText.Frame

    var codingPath: [any CodingKey] { [] }

    private func begin(_ key: any CodingKey) throws { try text.begin(frame, at: depth, key: key.stringValue) }

    private func integer(_ value: some BinaryInteger, _ key: Key) throws {
        try begin(key)
        text.integer(value)
    }

    func encodeNil(forKey key: Key) throws {
        try begin(key)
        text.null()
    }

    func encode(_ value: Bool, forKey key: Key) throws {
        try begin(key)
        text.bool(value)
    }

    func encode(_ value: String, forKey key: Key) throws {
        try begin(key)
        text.string(value)
    }

    func encode(_ value: Double, forKey key: Key) throws {
        try begin(key)
        try text.number(value)
    }

    func encode(_ value: Float, forKey key: Key) throws {
        try begin(key)
        try text.number(value)
    }

    func encode(_ value: Int, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int8, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int16, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int32, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: Int64, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt8, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt16, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt32, forKey key: Key) throws { try integer(value, key) }
    func encode(_ value: UInt64, forKey key: Key) throws { try integer(value, key) }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
        try begin(key)
        try text.write(value)
    }

    func nestedContainer<Other: CodingKey>(keyedBy type: Other.Type, forKey key: Key) -> KeyedEncodingContainer<Other> {
        encoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { encoder(key).unkeyedContainer() }

    func superEncoder() -> any Encoder { encoder(SuperKey()) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }

    /// Begins a member and returns the encoder of its value. A view must not request a nested container or an encoder from a container
    /// that it has left: `KeyedEncodingContainerProtocol` does not allow an error here.
    private func encoder(_ key: any CodingKey) -> ViewEncoder {
        try? begin(key)
        return ViewEncoder(text: text, depth: depth + 1)
    }
}

private struct SuperKey: CodingKey {
    let stringValue = "super"
    let intValue: Int? = nil

    init() {}
    init?(stringValue: String) { nil }
    init?(intValue: Int) { nil }
}

private struct ViewElements: UnkeyedEncodingContainer {
    let text: ViewText
    let depth: Int
    let frame: ViewText.Frame

    var codingPath: [any CodingKey] { [] }
    var count: Int { text.count(frame) }

    private func begin() throws { try text.begin(frame, at: depth, key: nil) }

    func encodeNil() throws {
        try begin()
        text.null()
    }

    func encode<Value: Encodable>(_ value: Value) throws {
        try begin()
        try text.write(value)
    }

    func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        encoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder().unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder() }

    private func encoder() -> ViewEncoder {
        try? begin()
        return ViewEncoder(text: text, depth: depth + 1)
    }
}

private struct ViewValue: SingleValueEncodingContainer {
    let text: ViewText

    var codingPath: [any CodingKey] { [] }

    func encodeNil() { text.null() }
    func encode(_ value: Bool) { text.bool(value) }
    func encode(_ value: String) { text.string(value) }
    func encode(_ value: Double) throws { try text.number(value) }
    func encode(_ value: Float) throws { try text.number(value) }
    func encode(_ value: Int) { text.integer(value) }
    func encode(_ value: Int8) { text.integer(value) }
    func encode(_ value: Int16) { text.integer(value) }
    func encode(_ value: Int32) { text.integer(value) }
    func encode(_ value: Int64) { text.integer(value) }
    func encode(_ value: UInt) { text.integer(value) }
    func encode(_ value: UInt8) { text.integer(value) }
    func encode(_ value: UInt16) { text.integer(value) }
    func encode(_ value: UInt32) { text.integer(value) }
    func encode(_ value: UInt64) { text.integer(value) }
    func encode<Value: Encodable>(_ value: Value) throws { try text.write(value) }
}
