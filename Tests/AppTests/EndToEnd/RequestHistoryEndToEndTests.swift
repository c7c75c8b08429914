import TestSupport
import Testing
import Web

@testable import App

struct RequestHistoryEndToEndTests {
    /// The requests use sockets and the wiring of the program. Responses from memory and refusals count too.
    @Test func requestsAppearInTheRequestHistoryOfTheirTenant() async throws {
        try await WallStage.with { stage in
            try await stage.database.sql("truncate app.request_hour")
            try await WallServer.with(stage, observer: stage.wiring.observer) { server in
                for path in ["/api/v1/live", "/api/v1/live", "/api/v1/nothing"] {
                    _ = await server.client(of: stage.a).exchange("GET", path)
                }
                _ = await server.client(of: stage.b).exchange("GET", "/api/v1/nothing")
                // A response is counted after it was passed to the socket. The client may receive the response before it is counted.
                let areCounted = try await eventually(within: .seconds(60)) {
                    try await stage.wiring.requestHistory.write(from: .now)
                    return try await stage.database.sql("select sum(requests) from app.request_hour") == "4"
                }
                #expect(areCounted)
                for (whose, requests) in [(stage.a, 3), (stage.b, 1)] {
                    let answer = await server.client(of: whose).exchange("GET", "/api/v1/admin/requests")
                    let hours = try #require(answer?.json["hours"] as? [[String: Any]])
                    #expect(hours.compactMap { $0["requests"] as? Int }.reduce(0, +) == requests)
                    #expect(hours.compactMap { $0["refused"] as? Int }.reduce(0, +) == 1)
                    #expect(hours.compactMap { $0["errors"] as? Int }.reduce(0, +) == 0)
                }
            }
        }
    }
}
