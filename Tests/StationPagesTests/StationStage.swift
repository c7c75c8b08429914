import Radio
import Synchronization
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

/// Runs `body` on a stage with the pages and the API of the catalogue, and with the hub of the current programmes.
func withStation(
    at start: String = "2026-06-15T12:00:00Z", _ body: (RouteStage, PlayingHub) async throws -> Void
) async throws {
    let made = Mutex<PlayingHub?>(nil)
    try await RouteStage.with(
        at: start,
        routes: { database, now in
            let hub = PlayingHub(database: database, logger: RouteStage.silence, now: now)
            made.withLock { $0 = hub }
            return CataloguePageRoutes(database: database, hub: hub).routes + CatalogueRoutes(database: database).routes
        },
        { stage in
            guard let hub = made.withLock({ $0 }) else { return }
            try await body(stage, hub)
        })
}

extension RouteStage {
    /// Requests a page, by default as a programmer.
    func page(_ path: String, as role: Role? = .programmer, at host: String = "here") async -> StageAnswer {
        await send(.get, path, nil, as: role, at: host)
    }

    /// Sends a form as a browser does.
    func post(
        _ path: String, _ fields: [(String, String)], as role: Role? = .programmer, at host: String = "here"
    ) async -> StageAnswer {
        let body = fields.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
        return await send(
            .post, path, body: Array(body.utf8), as: role, at: host,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    /// Stores a picture of an item of the tenant "here". Returns the beginning of the picture's path.
    ///
    /// - Parameters:
    ///   - table: The table of the item, such as "app.show".
    ///   - key: The column of the item's ID.
    func picture(of table: String, _ key: String, _ id: Int64) async throws -> String {
        let file = "'\(table) \(id)'"
        let art = try await database.sql(
            """
            with art as (insert into app.art (tenant_id) values (\(here.id)) returning art_id),
                 file as (insert into app.blob (tenant_id, sha256, media_type, content)
                          values (\(here.id), sha256(\(file)), 'image/png', \(file))),
                 image as (insert into app.art_image (tenant_id, art_id, position, media_type, sha256)
                           select \(here.id), art_id, 0, 'image/png', sha256(\(file)) from art),
                 item as (update \(table) set art_id = art.art_id from art where \(key) = \(id))
            select art_id from art
            """)
        return "/api/v1/art/\(art.filter(\.isNumber))/0?v="
    }

    /// Sends a form as a programmer, with a file if there is one.
    func upload(_ path: String, _ fields: [(String, String)], _ file: (name: String, bytes: [UInt8])?) async
        -> StageAnswer
    {
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array("--b\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        if let file {
            body += Array(
                "--b\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"\(file.name)\"\r\n\r\n".utf8)
            body += file.bytes + Array("\r\n".utf8)
        }
        return await send(
            .post, path, body: body + Array("--b--\r\n".utf8), as: .programmer,
            ["Content-Type": "multipart/form-data; boundary=b"])
    }
}

extension StageAnswer {
    var location: String { fields["Location"] ?? "" }

    /// The last path segment of a redirect, without the query.
    var made: String { String(location.split(separator: "?")[0].split(separator: "/").last ?? "") }

    /// The value of the hidden field with the entity tag.
    var tag: String { value("tag") }

    /// The value of the first field with a name.
    func value(_ name: String) -> String {
        guard let field = text.range(of: "name=\"\(name)\"") else { return "" }
        let rest = text[field.upperBound...]
        guard let start = rest.range(of: "value=\""), let end = rest[start.upperBound...].firstIndex(of: "\"") else {
            return ""
        }
        return String(rest[start.upperBound..<end].replacing("&quot;", with: "\"").replacing("&amp;", with: "&"))
    }

    /// Returns whether the form with this action follows a question, so that a single press sends no form.
    func asks(before action: String) -> Bool {
        text.contains("</summary>\n<form method=\"post\" action=\"\(action)\">")
    }

    /// The text of the fault at a field; `nil` if there is none.
    func fault(_ id: String) -> String? {
        guard let start = text.range(of: "id=\"\(id)-fault\">") else { return nil }
        guard text.contains("aria-describedby=\"\(id)-fault\"") || text.contains("\(id)-fault\"") else { return nil }
        return String(text[start.upperBound...].prefix { $0 != "<" })
    }
}
