import ConcertNotes
import Web

/// A piece, with its identifier and the identifiers of its tracks in the public API.
public struct ReadPiece: Sendable {
    public let piece: Piece
    /// The normal form of the name (spec I1). A new import of the piece does not change it.
    public let id: String
    public let tracks: [ReadTrack]

    /// A track with its identifier, which is unique in the piece.
    public struct ReadTrack: Sendable {
        public let id: String
        public let track: AnnotationTrack
    }

    init(_ piece: Piece) {
        self.piece = piece
        id = piece.name.key
        var taken: Set<String> = []
        tracks = piece.tracks.enumerated().map { index, track in
            // Two names may have the same letters and digits, such as "Notes" and "Notes!", or none.
            let key = PieceName.key(of: track.name)
            let id = key.isEmpty || taken.contains(key) ? "\(key)-\(index + 1)" : key
            taken.insert(id)
            return ReadTrack(id: id, track: track)
        }
    }

    /// The path of the piece on this server.
    var url: String { "/api/v1/pieces/" + PercentEncoding.encoded(id) }

    /// Returns the path, on this server, of a picture with this file name.
    public static func pictureURL(_ file: String) -> String { "/images/" + PercentEncoding.encoded(file) }

    /// The start of the first measure in the recording, in milliseconds; 0 for a piece without measures.
    var startMs: Int32 { piece.measures.first?.start.milliseconds ?? 0 }

    /// The end of the piece in the recording, in milliseconds.
    var endMs: Int32 { piece.structure.end.time.milliseconds }

    var durationMs: Int32 { max(0, endMs - startMs) }

    /// Returns a measure by its number as heard, from 1, or `nil` if the piece does not have it. O(1).
    func measure(_ number: Int) -> Measure? { piece.measure(number) }
}
