import Foundation

/// The content of `submit-listens`: one new listen, or several as an import.
struct ListenBrainzSubmission: Encodable, Sendable {
    let listenType: String
    let payload: [ListenBrainzLine]

    /// The maximum number of listens in one request; the service accepts 1,000.
    static let limit = 100

    init(_ listens: [ListenBrainzLine]) {
        (listenType, payload) = (listens.count == 1 ? "single" : "import", listens)
    }

    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }
}
