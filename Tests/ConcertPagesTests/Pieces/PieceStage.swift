import ConcertEditing
import ConcertNotes
import HTTP
import TestSupport
import Web
import WebTestSupport

@testable import ConcertPages

/// A piece of a draft behind the real pipeline, with its pages: four measures, two tracks, two sections.
struct PieceStage: Sendable {
    let stage: RouteStage
    /// The path of the piece: "/cms/pieces/7".
    let piece: String
    /// The path of the piece in the API.
    let api: String
    let concert: String
    let music: String
    let history: String

    /// Runs a test with its own database.
    ///
    /// - Parameter printer: the printer of PDF documents; `nil` if the installation has none.
    static func with(
        printer: (any PDFPrinter)? = nil, _ body: (PieceStage) async throws -> Void
    ) async throws {
        try await RouteStage.with(
            routes: { database, _ in
                ConcertPageRoutes(database: database, printer: printer).routes
                    + ConcertEditingRoutes(database: database).routes
            },
            { try await body(PieceStage($0)) })
    }

    private init(_ stage: RouteStage) async throws {
        self.stage = stage
        func made(_ path: String, _ json: String) async throws -> String {
            let answer = await stage.send(.post, "/api/v1/admin" + path, json, as: .editor)
            guard answer.status == 201, let id = answer["id"] as? String else {
                throw StageFailure.notMade(status: answer.status, answer.text)
            }
            return id
        }
        concert = try await made("/concerts", #"{"title": "An Evening", "date": "2027-01-31"}"#)
        let id = try await made(
            "/concerts/\(concert)/pieces", #"{"composer": "Strauss", "work": "Don Juan", "movement": "Don Juan"}"#)
        piece = "/cms/pieces/\(id)"
        api = "/api/v1/admin/pieces/\(id)"
        let measures = (1...4).map { #"{"startMs": \#($0 * 1000), "printed": "\#($0)", "pass": 1}"# }
        _ = await stage.send(
            .put, api + "/measures",
            #"{"measures": [\#(measures.joined(separator: ","))], "end": {"measure": 4, "startMs": 5000}}"#, as: .editor
        )
        music = try await made("/pieces/\(id)/tracks", #"{"name": "The Music", "language": "en"}"#)
        history = try await made("/pieces/\(id)/tracks", #"{"name": "Histoire", "language": "fr"}"#)
        for (measure, text) in [(1, "It begins. A theme <rises>."), (3, "It ends & rests.")] {
            _ = try await made(
                "/pieces/\(id)/tracks/\(music)/annotations", #"{"measure": \#(measure), "text": "\#(text)"}"#)
        }
        _ = try await made("/pieces/\(id)/sections", #"{"measure": 1, "label": "Theme", "colour": "orange"}"#)
        _ = try await made("/pieces/\(id)/sections", #"{"measure": 3, "label": "Coda", "colour": "10,20,30"}"#)
    }

    // MARK: Requests

    /// Requests a page of the piece as an editor.
    func page(_ end: String = "", as role: Role? = .editor, at host: String = "here") async -> StageAnswer {
        await stage.send(.get, piece + end, nil, as: role, at: host)
    }

    /// Sends a form as a browser does, without a script.
    func post(
        _ end: String, _ fields: [(String, String)], as role: Role? = .editor, at host: String = "here"
    ) async -> StageAnswer {
        let body = fields.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
        return await stage.send(
            .post, piece + end, body: Array(body.utf8), as: role, at: host,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    /// Follows a redirect as a browser does.
    func followed(_ answer: StageAnswer) async -> StageAnswer {
        let path = String((answer.fields["Location"] ?? "").prefix { $0 != "#" })
        return await stage.send(.get, path, nil, as: .editor)
    }

    /// The value of the hidden field with the entity tag, in the form that posts to a path of the piece.
    func tag(_ end: String, in answer: StageAnswer) -> String {
        guard let form = answer.text.range(of: "action=\"\(piece + end)\"") else { return "" }
        let rest = answer.text[form.upperBound...]
        guard let start = rest.range(of: "name=\"tag\" value=\""),
            let end = rest[start.upperBound...].firstIndex(of: "\"")
        else { return "" }
        return String(rest[start.upperBound..<end].replacing("&quot;", with: "\""))
    }

    // MARK: Content

    /// The stored content of the draft.
    func content() async throws -> PieceContent {
        guard let id = PieceDraft.ID(piece.dropFirst("/cms/pieces/".count)) else { return PieceContent() }
        return try await DraftStore(database: stage.database.tenants).piece(id, in: stage.here.id).content
    }

    /// The notes of a track, such as "1 It begins.".
    func notes(_ track: String) async throws -> [String] {
        try await content().tracks.first { $0.id == track }?.annotations.map { "\($0.measure) \($0.text)" } ?? []
    }

    /// The path of a note of the track "The Music".
    func note(_ index: Int) async throws -> String {
        let id = try await content().tracks[0].annotations[index].id
        return "/tracks/\(music)/annotations/\(id)"
    }

    /// The query with which the editor opens a note of the track "The Music".
    func query(_ index: Int) async throws -> String {
        let note = try await content().tracks[0].annotations[index]
        return "?track=\(music)&measure=\(note.measure)&annotation=\(note.id)"
    }

    /// Puts the concert on the air.
    func goOnAir() async throws {
        // Only a concert without faults can be published, and a track without notes is one.
        _ = await post("/tracks/\(history)/annotations", [("measure", "1"), ("text", "Cela commence.")])
        let answer = await stage.send(.put, "/api/v1/admin/concerts/\(concert)/publication", "{}", as: .editor)
        guard answer.status == 200 else { throw StageFailure.notMade(status: answer.status, answer.text) }
        try await stage.database.sql(
            """
            insert into app.live (tenant_id, concert_id, piece_id, measure, state, source, revision)
            select tenant_id, concert_id, piece_id, 1, 'running', 'operator', 1 from app.piece
            """)
    }
}
