import Foundation

/// The encoding of JSON for import records.
enum JSONText {
    /// Returns JSON with sorted members, so that equal values have equal texts.
    static func encoded(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }
}
