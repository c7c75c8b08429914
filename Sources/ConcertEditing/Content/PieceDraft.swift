import ConcertNotes
import Postgres
import Web

/// A piece of a draft, with its place in the programme and its content.
public struct PieceDraft: Sendable, Hashable {
    public let id: ID
    /// The short name of the concert.
    public let concert: String
    /// The position in the programme, from 1.
    public let position: Int
    public var heading: Heading
    /// A number that increases with every change of the heading or the content.
    public let version: Int64
    public var content: PieceContent

    /// The key of a piece of a draft, which stays the same when the draft is published.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// The composer, work and movement of a piece, and the recording to which its times belong.
    public struct Heading: Codable, Sendable, Hashable {
        public var composer: String
        public var work: String
        public var movement: String
        public var recording: String

        public init(composer: String, work: String, movement: String, recording: String = "") {
            self.composer = composer
            self.work = work
            self.movement = movement
            self.recording = recording
        }

        /// The canonical name of spec N4.
        public var name: PieceName { PieceName(composer: composer, work: work, movement: movement) }
    }

    public var name: PieceName { heading.name }
}

extension PieceDraft: RowDecodable {
    /// Reads a row with the content as text. Throws `PostgresError` for content that is not the document of a piece.
    public init(row: Row) throws(PostgresError) {
        let content: PieceContent
        do {
            content = try JSONContent.read(Array(try row("content", as: String.self).utf8))
        } catch let error as PostgresError {
            throw error
        } catch {
            throw .decoding(column: "content", reason: "is not the document of a piece")
        }
        id = ID(rawValue: try row("piece_draft_id"))
        concert = try row("slug")
        position = try row("position")
        heading = Heading(
            composer: try row("composer"), work: try row("work"), movement: try row("movement"),
            recording: content.recording)
        version = try row("version")
        self.content = content
    }
}

extension PieceDraft.ID: PostgresCodable {}
