import Foundation

/// The encoding of JSON for import records.
enum JSONText {
    /// Returns the JSON of a value with sorted members, so equal values have equal texts. Throws the error of the encoder.
    static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
