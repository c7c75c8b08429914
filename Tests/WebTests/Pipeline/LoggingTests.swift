import HTTP
import Logging
import Postgres
import TestSupport
import Testing

@testable import Web

@Suite struct LoggingTests {
    private struct TestError: Error {}

    @Test func aFailedRequestIsLoggedOnceWithItsRequestID() async throws {
        let log = RecordedLog()
        let fail = Route("fail", .get, "/fail", access: .everyone) { _, _ in throw TestError() }
        let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
        let response = try await application([fail], log: log).respond(
            to: .hall(.get, "/fail", fields: ["traceparent": "00-\(trace)-00f067aa0ba902b7-01"]))
        #expect(log.lines.map(\.level) == [.error])
        #expect(log.lines.first?.message == "request failed")
        #expect(log.lines.first?.metadata["request.id"]?.description == response.fields["X-Request-ID"])
        #expect(log.lines.first?.metadata["trace.id"]?.description == trace)
    }

    /// Error texts of the database can quote personal data. The log must not contain these texts.
    @Test(arguments: [
        PostgresError.server(
            sqlState: "23514", message: "violates check constraint \"c\"", constraint: "c",
            detail: "Failing row contains (1, geheim)."),
        .server(
            sqlState: "22P02", message: "invalid input syntax for type integer: \"geheim\"", constraint: nil,
            detail: nil),
    ])
    func valuesQuotedInDatabaseErrorsAreNotLogged(error: PostgresError) async throws {
        let log = RecordedLog()
        let fail = Route("fail", .get, "/fail", access: .everyone) { _, _ in throw error }
        #expect(
            try await application([fail], log: log).respond(to: .hall(.get, "/fail")).status == .internalServerError)
        let line = try #require(log.lines.first?.metadata["error"]?.description)
        #expect(!line.contains("geheim"))
        #expect(line.contains(try #require(error.sqlState)))
    }

    @Test func clientErrorsAreNotLoggedAsFailures() async throws {
        let log = RecordedLog()
        let application = try application([route(.get, "/mine", access: .account)], log: log)
        for path in ["/mine", "/nothing", "/%"] { _ = await application.respond(to: .hall(.get, path)) }
        #expect(log.lines.isEmpty)
    }
}
