import ConcertNotes

/// The concert on the air with its pieces, for the pages of other modules.
public struct ReadProgramme: Sendable {
    public let concert: Concert
    public let pieces: [ReadPiece]
    private let files: [ReadFile]

    init(concert: Concert, pieces: [ReadPiece], files: [ReadFile]) {
        self.concert = concert
        self.pieces = pieces
        self.files = files
    }

    /// Returns the piece with a canonical name (spec N4), or `nil` if the programme does not have it.
    public func piece(named name: String) -> ReadPiece? { pieces.first { $0.piece.name.description == name } }

    /// Returns the size of a picture, or `nil` if the size is unknown or the programme does not have the picture. O(pictures).
    public func size(ofPicture name: String) -> PixelSize? {
        files.first { !$0.file.isAsset && $0.file.name == name }?.size
    }
}
