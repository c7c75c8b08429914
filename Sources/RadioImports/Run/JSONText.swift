import Foundation
import Web

/// An object of JSON text, written member by member: what a staged item is stored as. Members that are empty, zero, false
/// or `nil` are left out, so that a draft of few words is a row of few bytes.
struct JSONText {
    private(set) var bytes: [UInt8] = []

    /// The whole object.
    var object: String { "{" + String(decoding: bytes, as: UTF8.self) + "}" }

    /// Another value's JSON, with its members in the order of their names: equal values are equal texts.
    static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    mutating func put(_ name: StaticString, _ text: String?) {
        guard let text, !text.isEmpty else { return }
        begin(name)
        Self.write(text, into: &bytes)
    }

    mutating func put(_ name: StaticString, _ number: (some BinaryInteger)?) {
        guard let number, number != 0 else { return }
        begin(name)
        bytes += Array(String(number).utf8)
    }

    /// A number that means something when it is zero.
    mutating func putAny(_ name: StaticString, _ number: (some BinaryInteger)?) {
        guard let number else { return }
        begin(name)
        bytes += Array(String(number).utf8)
    }

    mutating func put(_ name: StaticString, _ flag: Bool) {
        guard flag else { return }
        begin(name)
        bytes += Array("true".utf8)
    }

    mutating func put(_ name: StaticString, _ instant: Instant?) { put(name, instant?.description) }

    mutating func put(_ name: StaticString, _ texts: [String]) {
        guard !texts.isEmpty else { return }
        begin(name)
        bytes.append(UInt8(ascii: "["))
        for (index, text) in texts.enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            Self.write(text, into: &bytes)
        }
        bytes.append(UInt8(ascii: "]"))
    }

    mutating func put(_ name: StaticString, _ objects: [JSONText]) {
        guard !objects.isEmpty else { return }
        begin(name)
        bytes += Array(("[" + objects.map(\.object).joined(separator: ",") + "]").utf8)
    }

    mutating func put(_ name: StaticString, _ object: JSONText?) {
        guard let object else { return }
        begin(name)
        bytes += Array(object.object.utf8)
    }

    private mutating func begin(_ name: StaticString) {
        if !bytes.isEmpty { bytes.append(UInt8(ascii: ",")) }
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes += $0 }
        bytes += [UInt8(ascii: "\""), UInt8(ascii: ":")]
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func write(_ text: String, into bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
