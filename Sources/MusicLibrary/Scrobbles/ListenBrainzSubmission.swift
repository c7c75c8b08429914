import Foundation

/// The content of `submit-listens`: one new listen, several as an import, or a track that is playing.
struct ListenBrainzSubmission: Encodable, Sendable {
    let listenType: String
    let payload: [ListenBrainzLine]

    /// The maximum number of listens in one request; the service accepts 1,000.
    static let limit = 100

    init(_ listens: [ListenBrainzLine]) {
        (listenType, payload) = (listens.count == 1 ? "single" : "import", listens)
    }

    /// Creates the announcement of a track that is playing. The service forgets the announcement after the duration of the track.
    init(playing line: ListenBrainzLine) { (listenType, payload) = ("playing_now", [line]) }

    var bytes: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.keyEncodingStrategy = .convertToSnakeCase
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return Array(try encoder.encode(self))
        }
    }
}
