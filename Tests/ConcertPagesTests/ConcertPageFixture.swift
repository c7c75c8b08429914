import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import TestSupport
import Web
import WebTestSupport

@testable import ConcertPages

/// The pages of concerts and the API of editors behind the real pipeline, with two tenants.
func withConcertPages(
    limits: TenantLimits = TenantLimits(), _ body: (RouteStage) async throws -> Void
) async throws {
    try await RouteStage.with(
        limits: limits,
        routes: { database, _ in
            ConcertPageRoutes(database: database).routes + ConcertEditingRoutes(database: database).routes
        }, body)
}

extension RouteStage {
    /// Requests a page as an editor.
    func page(_ path: String, as role: Role? = .editor, at host: String = "here") async -> StageAnswer {
        await send(.get, path, nil, as: role, at: host)
    }

    /// Sends a form as a browser does.
    func post(
        _ path: String, _ fields: [(String, String)], as role: Role? = .editor, at host: String = "here"
    ) async -> StageAnswer {
        let body = fields.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
        return await send(
            .post, path, body: Array(body.utf8), as: role, at: host,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    /// Sends a form with files as a browser does.
    func upload(
        _ path: String, _ fields: [(String, String)], _ files: [(name: String, bytes: [UInt8])] = []
    ) async -> StageAnswer {
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        for file in files {
            body += Array(
                "--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file.name)\"\r\n\r\n".utf8)
            body += file.bytes + Array("\r\n".utf8)
        }
        return await send(
            .post, path, body: body + Array("--b--\r\n".utf8), as: .editor,
            ["Content-Type": "multipart/form-data; boundary=b"])
    }

    /// Creates a concert with pieces of one work by the pages, and returns the path of its page.
    func concert(_ title: String = "An Evening", pieces: Int = 0) async -> String {
        let path = await post("/cms/new", [("title", title), ("date", "2027-01-31")]).path
        for number in 0..<pieces {
            _ = await post(
                path + "/pieces", [("composer", "Strauss"), ("work", "Don Juan"), ("movement", "Mvt. \(number + 1)")])
        }
        return path
    }

    /// The identifiers of the pieces of a concert, in order.
    func pieceIDs(_ path: String) async throws -> [String] {
        try await database.sql(
            """
            select p.piece_draft_id from app.piece_draft p join app.concert_draft d using (tenant_id, concert_draft_id)
             where d.slug = '\(path.split(separator: "/").last ?? "")' order by p.position
            """
        ).split(separator: "\n").map(String.init)
    }

    /// Writes measures, a section and a note to a piece by the API, so that its concert can be published.
    func complete(_ piece: String, note: String = "It begins.") async {
        let measures = (1...4).map { #"{"startMs": \#($0 * 1000), "printed": "\#($0)", "pass": 1}"# }
        let path = "/api/v1/admin/pieces/\(piece)"
        _ = await send(
            .put, path + "/measures",
            #"{"measures": [\#(measures.joined(separator: ","))], "end": {"measure": 4, "startMs": 5000}}"#,
            as: .editor)
        _ = await send(
            .post, path + "/sections", #"{"measure": 1, "label": "Theme", "colour": "Orange"}"#, as: .editor)
        let track = await send(.post, path + "/tracks", #"{"name": "The Music"}"#, as: .editor)["id"] as? String
        _ = await send(
            .post, path + "/tracks/\(track ?? "")/annotations", #"{"measure": 1, "text": "\#(note)"}"#, as: .editor)
    }

    /// Creates a concert with one complete piece and publishes it. Returns the path of its page.
    func publishedConcert() async throws -> String {
        let path = await concert(pieces: 1)
        await complete(try await pieceIDs(path)[0])
        _ = await publish(path)
        return path
    }

    /// Publishes a concert with the form of its page.
    func publish(_ path: String, _ fields: [(String, String)] = []) async -> StageAnswer {
        let tag = await page(path).tag(of: "\(path)/publication")
        return await post(path + "/publication", [("tag", tag)] + fields)
    }

    /// Puts the only published concert on the air.
    func goOnAir() async throws {
        try await database.sql(
            """
            insert into app.live (tenant_id, concert_id, piece_id, measure, state, source, revision)
            select tenant_id, concert_id, piece_id, 1, 'running', 'operator', 1 from app.piece
             where tenant_id = \(here.id)
            """)
    }
}

extension StageAnswer {
    var location: String { fields["Location"] ?? "" }

    /// The path of a redirect, without the query and the fragment.
    var path: String { String(location.prefix { $0 != "?" && $0 != "#" }) }

    /// The name of the message that a redirect shows.
    var notice: String { String(location.split(separator: "notice=").dropFirst().first ?? "") }

    /// The value of a hidden field in the first form that is sent to a path.
    func field(_ name: String, of action: String) -> String {
        guard let form = text.range(of: "action=\"\(action)\""),
            let field = text[form.upperBound...].range(of: "name=\"\(name)\" value=\"")
        else { return "" }
        return String(text[field.upperBound...].prefix { $0 != "\"" }).replacing("&quot;", with: "\"")
    }

    /// The entity tag in the first form that is sent to a path.
    func tag(of action: String) -> String { field("tag", of: action) }

    /// The text of the fault at a field; `nil` if there is none.
    func fault(_ id: String) -> String? {
        guard let start = text.range(of: "id=\"\(id)-fault\">") else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "<" }).replacing("&quot;", with: "\"")
    }
}
