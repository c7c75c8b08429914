import Foundation
import TestSupport
import WebTestSupport

@testable import Radio

/// A station with one channel and two shows on Monday 15 June 2026 at noon UTC, with the routes of the schedule.
struct ScheduleStage {
    let stage: RouteStage
    let channel: Int64
    let show: Int64
    let other: Int64
    let materialiser: ScheduleMaterialiser

    static func with(
        timeZone: String = "UTC", at start: String = "2026-06-15T12:00:00Z",
        _ body: (ScheduleStage) async throws -> Void
    ) async throws {
        try await RouteStage.with(
            at: start,
            routes: { database, now in
                ScheduleRuleRoutes(database: database, now: now).routes
                    + AiringRoutes(database: database, now: now).routes
            }
        ) { stage in
            let channel = try await stage.database.channel("one", timeZone: timeZone, in: stage.here)
            let clock = stage.clock
            try await body(
                ScheduleStage(
                    stage: stage, channel: channel,
                    show: try await stage.database.show("Breakfast", on: [channel], in: stage.here),
                    other: try await stage.database.show("News", on: [channel], in: stage.here),
                    materialiser: ScheduleMaterialiser(database: stage.database.tenants, now: { clock.now })))
        }
    }

    /// Returns the JSON of a rule.
    func ruleText(
        show: Int64? = nil, on channel: Int64? = nil, startsOn: String = "2026-06-01", _ time: String = "08:00",
        minutes: Int = 60, _ recurrence: String? = "FREQ=DAILY", more: String = ""
    ) -> String {
        let days = recurrence.map { ", \"recurrence\": \"\($0)\"" } ?? ""
        return """
            {"channel": "\(channel ?? self.channel)", "show": "\(show ?? self.show)", "startsOn": "\(startsOn)",
             "startTime": "\(time)", "durationMs": \(minutes * 60_000)\(days)\(more)}
            """
    }

    /// Creates a rule and returns its ID.
    func rule(
        show: Int64? = nil, on channel: Int64? = nil, startsOn: String = "2026-06-01", _ time: String = "08:00",
        minutes: Int = 60, _ recurrence: String? = "FREQ=DAILY", more: String = ""
    ) async throws -> String {
        let text = ruleText(
            show: show, on: channel, startsOn: startsOn, time, minutes: minutes, recurrence, more: more)
        let answer = await stage.send(.post, "/api/v1/admin/schedule-rules", text, as: .programmer)
        guard answer.status == 201, let id = answer["id"] as? String else { throw Refused(description: answer.text) }
        return id
    }

    struct Refused: Error, CustomStringConvertible { let description: String }

    /// Returns the broadcasts of a channel on a day in UTC, such as "08:00-09:00 B" or "08:00-09:00 B cancelled".
    func day(_ date: String, _ channel: Int64? = nil) async throws -> [String] {
        let answer = try await airings(on: date, channel)
        return answer.map { airing in
            let (start, end) = (airing["startsAt"] as? String ?? "", airing["endsAt"] as? String ?? "")
            let name = airing["show"] as? String == String(show) ? "B" : "N"
            let mark = airing["isCancelled"] as? Bool == true ? " cancelled" : ""
            return "\(start.dropFirst(11).prefix(5))-\(end.dropFirst(11).prefix(5)) \(name)\(mark)"
        }
    }

    /// Returns the airings of a day in UTC, from the response of `findAirings`.
    func airings(on date: String, _ channel: Int64? = nil) async throws -> [[String: Any]] {
        let answer = await stage.send(
            .get,
            "/api/v1/admin/channels/\(channel ?? self.channel)/airings?from=\(date)T00:00:00Z&to=\(date)T23:59:59Z",
            as: .programmer)
        guard answer.status == 200 else { throw Refused(description: answer.text) }
        return answer.objects("items")
    }

    /// Returns the ID of the airing that begins at a time.
    func airing(at start: String) async throws -> String {
        let all = try await airings(on: String(start.prefix(10)))
        guard let id = all.first(where: { ($0["startsAt"] as? String ?? "").hasPrefix(start) })?["id"] as? String else {
            throw Refused(description: "nothing begins at \(start)")
        }
        return id
    }

    /// Returns all rows of airings, to check that nothing changed.
    func picture() async throws -> String {
        try await stage.database.sql("select a from app.airing a order by airing_id")
    }
}
