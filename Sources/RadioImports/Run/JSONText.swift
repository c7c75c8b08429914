import Foundation

/// JSON as it is stored with the record of an import.
enum JSONText {
    /// A value's JSON, with its members in the order of their names: equal values are equal texts.
    static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
