import FoundationEssentials
import HTTP
import Logging
import Postgres
import Tenancy
import TestSupport
import Testing

@testable import TenantLife
@testable import Web

@Suite struct RequestHistoryTests {
    /// The counters of one server, and the writer that stores their counts.
    private struct Server {
        let traffic = TenantTraffic()
        let writer: RequestHistoryWriter

        init(_ database: Database) {
            writer = RequestHistoryWriter(
                database: database, traffic: traffic,
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
        }

        func answered(_ slug: String, _ statuses: Int...) {
            for status in statuses { traffic.makeCell(of: slug, status: status).increment() }
        }
    }

    private static func hours(_ ago: Int64) -> Instant {
        Instant(milliseconds: Stage.now.milliseconds - ago * 3_600_000)
    }

    @Test func theRequestHistorySumsTheRequestsOfATenantOverAllServers() async throws {
        try await Stage.with { (stage) async throws in
            let (one, two) = (Server(stage.database.runtime), Server(stage.database.runtime))
            one.answered("here", 200, 204, 404, 503)
            one.answered("there", 500)
            one.answered("nobody", 200)
            two.answered("here", 200, 429, 429)
            for server in [one, two, one] { try await server.writer.write(from: Stage.now) }
            // Half an hour earlier it was the previous day in Prague. Four hours earlier it was another hour, too.
            one.answered("here", 200)
            try await one.writer.write(from: Self.hours(4))
            try await stage.database.sql("update control.tenant set time_zone = 'Europe/Prague'")
            let answer = await stage.send(.get, "/api/v1/admin/requests", as: "admin@here")
            #expect(answer.status == .ok && answer.fields["Cache-Control"] == "no-store")
            let history = try JSONDecoder().decode(Answer.self, from: Data(answer.text.utf8))
            #expect(history.timeZone == "Europe/Prague")
            #expect(history.hours.count == 24 && history.days.count == 30)
            #expect(
                history.hours.last == Answer.Entry(from: "2026-11-22T23:00:00.000Z", requests: 7, refused: 3, errors: 1)
            )
            #expect(
                history.hours[19] == Answer.Entry(from: "2026-11-22T19:00:00.000Z", requests: 1, refused: 0, errors: 0))
            let total: Int = history.hours.map(\.requests).reduce(0, +)
            #expect(total == 8)
            #expect(history.days.last == Answer.Entry(date: "2026-11-23", requests: 7, refused: 3, errors: 1))
            #expect(history.days[28] == Answer.Entry(date: "2026-11-22", requests: 1, refused: 0, errors: 0))
            let other = await stage.send(.get, "/api/v1/admin/requests", as: "admin@there", at: "there")
            let others = try JSONDecoder().decode(Answer.self, from: Data(other.text.utf8))
            #expect(
                others.hours.last == Answer.Entry(from: "2026-11-22T23:00:00.000Z", requests: 1, refused: 0, errors: 1))
            #expect(others.hours.map(\.requests).reduce(0, +) == 1)
        }
    }

    @Test func getRequestHistoryPage() async throws {
        try await Stage.with { (stage) async throws in
            let server = Server(stage.database.runtime)
            server.answered("here", 200, 404)
            try await server.writer.write(from: Stage.now)
            let (fields, _) = try await stage.browser()
            #expect(await stage.send(.get, "/admin", fields).text.contains("href=\"/admin/requests\""))
            let page = await stage.send(.get, "/admin/requests", fields)
            #expect(page.status == .ok)
            #expect(page.text.contains("<h2>Last 24 hours</h2>") && page.text.contains("<h2>Last 30 days</h2>"))
            #expect(page.text.components(separatedBy: "aria-label=\"Requests: total 2, highest 2\"").count == 3)
            #expect(page.text.components(separatedBy: "aria-label=\"Refused: total 1, highest 1\"").count == 3)
            for who in ["listener@here", "operator@here", "admin@there"] {
                let refused = await stage.send(.get, "/api/v1/admin/requests", as: who)
                #expect([.forbidden, .unauthorized].contains(refused.status), "\(who)")
            }
        }
    }

    @Test func requestCountsThatCannotBeWrittenAreWrittenTheNextTime() async throws {
        try await Stage.with { (stage) async throws in
            let server = Server(stage.database.runtime)
            server.answered("here", 200, 500)
            try await stage.database.sql("alter function control.add_requests rename to add_no_requests")
            await #expect(throws: PostgresError.self) { try await server.writer.write(from: Stage.now) }
            try await stage.database.sql("alter function control.add_no_requests rename to add_requests")
            server.answered("here", 404)
            try await server.writer.write(from: Stage.now)
            let row = try await stage.database.sql("select requests, refused, errors from app.request_hour")
            #expect(row == "3|1|1")
        }
    }

    @Test func requestCountsOlderThanThirtyFiveDaysAreDeleted() async throws {
        try await Stage.with { (stage) async throws in
            let server = Server(stage.database.runtime)
            for ago in [36 * 24, 35 * 24 - 1, 0] as [Int64] {
                server.answered("here", 200)
                server.answered("there", 200)
                try await server.writer.write(from: Self.hours(ago))
            }
            let rows = try await stage.database.sql(
                "select extract(day from '2026-11-22T23:00:00Z' - hour) from app.request_hour order by 1, tenant_id")
            #expect(rows == "0\n0\n34\n34")
        }
    }

    /// The members of `getRequestHistory`.
    private struct Answer: Decodable {
        let timeZone: String
        let hours: [Entry]
        let days: [Entry]

        struct Entry: Decodable, Equatable {
            var from: String?
            var date: String?
            let requests: Int
            let refused: Int
            let errors: Int
        }
    }
}
