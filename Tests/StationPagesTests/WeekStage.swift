import Foundation
import TestSupport
import Web
import WebTestSupport

@testable import StationPages

/// A station with one channel and two shows, and the pages of its schedule.
struct WeekStage {
    let stage: RouteStage
    let channel: Int64
    let show: Int64
    let other: Int64

    static func with(
        timeZone: String = "Europe/Prague", at start: String = "2026-06-15T12:00:00Z",
        _ body: (WeekStage) async throws -> Void
    ) async throws {
        try await RouteStage.with(
            at: start,
            routes: { database, now in
                WeekRoutes(database: database, now: now).routes + AiringPageRoutes(database: database, now: now).routes
                    + RulePageRoutes(database: database, now: now).routes
            }
        ) { stage in
            let channel = try await stage.database.channel("one", timeZone: timeZone, in: stage.here)
            try await body(
                WeekStage(
                    stage: stage, channel: channel,
                    show: try await stage.database.show("Breakfast", on: [channel], in: stage.here),
                    other: try await stage.database.show("News & <Views>", on: [channel], in: stage.here)))
        }
    }

    func get(_ path: String, as role: Role = .programmer, at host: String = "here") async -> StageAnswer {
        await stage.send(.get, path, as: role, at: host)
    }

    func post(
        _ path: String, _ fields: KeyValuePairs<String, String>, as role: Role = .programmer, at host: String = "here"
    ) async -> StageAnswer {
        let body = fields.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value))" }.joined(separator: "&")
        return await stage.send(
            .post, path, body: Array(body.utf8), as: role, at: host,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    private static func encoded(_ text: String) -> String {
        text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    }

    func airing(_ from: String, _ to: String, of show: Int64? = nil) async throws -> Int64 {
        try await stage.database.airing(of: show ?? self.show, on: channel, from: from, to: to, in: stage.here)
    }

    /// Creates a rule by its form and returns the path of its page.
    func rule(
        _ time: String = "08:00", days: [String] = ["MO"], from first: String = "2026-06-01", minutes: String = "60"
    ) async throws -> String {
        let days = days.map { "&days=\($0)" }.joined()
        let body = "show=\(show)&startTime=\(Self.encoded(time))&minutes=\(minutes)&startsOn=\(first)\(days)"
        let answer = await stage.send(
            .post, "/station/channels/\(channel)/rules", body: Array(body.utf8), as: .programmer,
            ["Content-Type": "application/x-www-form-urlencoded"])
        guard answer.status == 303, let place = answer.fields["Location"] else { throw Refused(text: answer.text) }
        return String(place.prefix { $0 != "?" })
    }

    struct Refused: Error { let text: String }

    /// Returns the result of a statement, one line per row.
    func rows(_ sql: String) async throws -> [String] {
        try await stage.database.sql("set time zone 'UTC'; " + sql).split(separator: "\n").map(String.init)
            .filter { $0 != "SET" }
    }

    /// Returns the start of an airing in UTC and its length in minutes, such as "06-15 18:00/60".
    func place(_ id: Int64) async throws -> String {
        try await rows(
            """
            select to_char(starts_at, 'MM-DD HH24:MI') || '/' || extract(epoch from ends_at - starts_at)::int / 60
                   || case when is_cancelled then ' cancelled' else '' end
              from app.airing where airing_id = \(id)
            """
        ).first ?? ""
    }

    /// Returns the ID of the airing that begins at a time in UTC and is not cancelled.
    func airing(at start: String) async throws -> Int64 {
        let found = try await rows("select airing_id from app.airing where starts_at = '\(start)' and not is_cancelled")
        guard let id = found.first.flatMap({ Int64($0) }) else { throw Refused(text: "nothing begins at \(start)") }
        return id
    }
}
