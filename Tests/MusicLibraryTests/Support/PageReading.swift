import Foundation
import Testing
import Web
import WebTestSupport

@testable import MusicLibrary
@testable import SoundCloud

extension RouteStage {
    /// Requests a page as a browser does.
    func page(_ path: String, as role: Role? = .listener, at host: String = "here") async -> StageAnswer {
        await send(.get, path, as: role, at: host, ["Accept": "text/html"])
    }

    /// Sends a form as a browser does.
    func post(
        _ path: String, _ fields: [(String, String)] = [], as role: Role? = .listener, at host: String = "here"
    ) async -> StageAnswer {
        let body = fields.map { "\($0.percentEncoded)=\($1.percentEncoded)" }.joined(separator: "&")
        return await send(
            .post, path, body: Array(body.utf8), as: role, at: host,
            ["Content-Type": "application/x-www-form-urlencoded", "Accept": "text/html"])
    }
}

extension StageAnswer {
    /// The rows of the page's list, as markup; empty if the page has no list.
    var rows: [String] {
        guard let list = text.firstRange(of: "<ul class=\"lines\"") else { return [] }
        let rest = text[list.upperBound...]
        let inner = rest[
            ..<(rest.firstRange(of: "</ul></form>")?.lowerBound ?? rest.firstRange(of: "</ul>")?.lowerBound
                ?? rest.endIndex)]
        return inner.split(separator: "<li").dropFirst().map { "<li" + $0 }
    }

    /// The titles of the rows.
    var titles: [String] { rows.map { Self.plain(Self.between("<strong", "</strong>", $0)) } }

    /// The address of the next page; `nil` if the page has no link to a next page.
    var next: String? {
        guard let end = text.firstRange(of: "\" rel=\"next\"") else { return nil }
        let before = text[..<end.lowerBound]
        return before.split(separator: "href=\"").last.map { String($0).replacing("&amp;", with: "&") }
    }

    /// The text of the page's main content, without markup.
    var words: String { Self.plain(Self.between("<main", "</main>", text)) }

    /// Returns whether every form of the page with this action requires a confirmation, so that a single press sends no form.
    func asks(before action: String) -> Bool {
        let forms = text.ranges(of: "<form method=\"post\" action=\"\(action)\">")
        return !forms.isEmpty
            && forms.allSatisfy { form in
                let above = text[..<form.lowerBound]
                guard above.hasSuffix("</summary>\n"), let fold = above.ranges(of: "<details").last else {
                    return false
                }
                return above[fold.upperBound...].hasPrefix(" class=\"confirm\"")
            }
    }

    static func between(_ start: String, _ end: String, _ text: String) -> String {
        guard let first = text.firstRange(of: start) else { return "" }
        let rest = text[first.lowerBound...]
        return String(rest[..<(rest.firstRange(of: end)?.lowerBound ?? rest.endIndex)])
    }

    /// Returns the text of a piece of markup, with single spaces between words.
    static func plain(_ html: String) -> String {
        var (text, isTag) = ("", false)
        for character in html {
            switch character {
            case "<":
                isTag = true
                text.append(" ")
            case ">" where isTag: isTag = false
            default: if !isTag { text.append(character) }
            }
        }
        for (escaped, sign) in [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")] {
            text = text.replacing(escaped, with: sign)
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}

extension ListStage {
    /// Marks an account as connected, with invalid tokens.
    func connect(_ role: Role = .listener, state: String = "connected") async throws {
        try await stage.database.sql(
            """
            insert into app.cloud_connection (tenant_id, user_id, access_token, expires_at, state, fault)
            select tenant_id, user_id, '', now() + interval '1 hour', '\(state)', case '\(state)' when 'broken' then 'taken away' else '' end
              from app.user_account where tenant_id = \(stage.here.id) and login = '\(role.rawValue)'
            """)
    }

    /// Returns the titles of all pages, following the links to the next page.
    func titles(from path: String) async throws -> [String] {
        var titles: [String] = []
        var next: String? = path
        while let path = next {
            let answer = await stage.page(path)
            try #require(answer.status == 200, "\(answer.text)")
            titles += answer.titles
            next = answer.next
            try #require(titles.count < 1000, "the list has no end")
        }
        return titles
    }

    /// Returns the number of times that the listener's view was saved.
    func viewRevision() async throws -> String {
        try await stage.database.sql("select coalesce(max(revision), 0) from app.library_view")
    }
}
