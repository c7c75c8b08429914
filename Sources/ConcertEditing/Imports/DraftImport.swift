import ConcertNotes
import Postgres
import Tenancy
import Web

/// The record of an import into a draft, with which the import can be undone.
public struct DraftImport: Sendable, Hashable, RowDecodable {
    public let id: ID
    /// The name of the format, such as "musicxml".
    public let format: String
    public let importedAt: Instant
    /// The login of the account that imported the file.
    public let importedBy: String
    /// The report of the changes, as JSON.
    public let report: String
    /// The digest of the content after the import, which shows whether the content was edited since then.
    let stateAfter: String

    /// The key with which an import or a deletion is undone.
    public struct ID: NumberedID, PostgresCodable {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    public init(row: Row) throws(PostgresError) {
        id = ID(rawValue: try row("draft_import_id"))
        format = try row("format")
        importedAt = Instant(milliseconds: try row("imported_at_ms"))
        importedBy = try row("imported_by")
        report = try row("report")
        stateAfter = try row("state_after")
    }

    /// The largest number of imports stored for each piece and for each programme.
    static let limit = 10
    /// The format of rows that store deleted parts of a piece instead of imports.
    static let deletionFormat = "deletion"
}

/// The programme with which an import replaces the programme of a draft.
public struct ImportedProgramme: Sendable {
    /// A piece of the imported programme.
    public struct Piece: Sendable {
        /// The piece of the draft whose content is replaced; `nil` for a new piece.
        public let id: PieceDraft.ID?
        public let heading: PieceDraft.Heading
        public let content: PieceContent

        public init(id: PieceDraft.ID?, heading: PieceDraft.Heading, content: PieceContent) {
            self.id = id
            self.heading = heading
            self.content = content
        }
    }

    public let title: String
    /// All pieces in order. Other pieces of the draft are removed.
    public let pieces: [Piece]
    /// The pictures to store. All concerts of the tenant share its pictures; other pictures stay.
    public let images: [MediaFile]
    /// The app assets to store. Other assets of the draft stay.
    public let assets: [MediaFile]

    public init(title: String, pieces: [Piece], images: [MediaFile], assets: [MediaFile]) {
        self.title = title
        self.pieces = pieces
        self.images = images
        self.assets = assets
    }
}

/// The content of a draft before an import of a programme, stored to undo the import.
struct ProgrammeBefore: Codable, Sendable {
    /// A file that the import adds or replaces.
    struct File: Codable, Sendable {
        let name: String
        /// The SHA-256 hash of the draft's file before the import; `nil` if the draft had no file of its own.
        let before: String?
        /// The SHA-256 hash of the file after the import.
        let after: String
    }

    let details: EditedConcert.Details
    let pieces: [ConcertSnapshot.PieceSnapshot]
    let images: [File]
    let assets: [File]
}

extension PieceDraft {
    /// Returns the entity tag of the content, without the recording and the next identifier. After an annotation is added and removed again, the tag
    /// is the same as before.
    public func contentTag(of tenant: TenantID) throws -> String {
        var content = content
        content.nextId = 0
        content.recording = ""
        return try ContentTag.text(content, of: tenant)
    }

    /// The piece as stored to undo an import.
    var snapshot: ConcertSnapshot.PieceSnapshot {
        ConcertSnapshot.PieceSnapshot(
            id: id.description, composer: heading.composer, work: heading.work, movement: heading.movement,
            content: content)
    }
}

extension EditedConcert {
    /// Returns the entity tag of the programme, computed from the title, date and venue, and from the IDs, names and contents of the pieces.
    public static func programmeTag(
        of concert: EditedConcert, _ pieces: [PieceDraft], in tenant: TenantID
    ) throws -> String {
        struct State: Encodable {
            let title: String
            let date: String?
            let venue: String?
            let pieces: [ConcertSnapshot.PieceSnapshot]
        }
        let state = State(
            title: concert.details.title, date: concert.details.date, venue: concert.details.venue,
            pieces: pieces.map { piece in
                var snapshot = piece.snapshot
                snapshot.content.nextId = 0
                return snapshot
            })
        return try ContentTag.text(state, of: tenant)
    }
}
