import HTTP
import Testing

@testable import Web

@Suite struct GateTests {
    /// A gate that adds a field with its name and the caller to every response, and refuses one path.
    private struct StampingGate: Gate {
        let name: String
        var refuses = ""

        func pass(_ passage: Passage) async throws -> Fields {
            if passage.request.path == refuses {
                throw APIError(.tooManyRequests, code: .rateLimited, "full", retryAfter: 3)
            }
            return ["X-Passed": "\(name) \(passage.caller?.login ?? "nobody") \(passage.route.operation)"]
        }
    }

    private static let routes = [
        route(.get, "/api/v1/open", "open"), route(.get, "/api/v1/mine", "mine", access: .account),
    ]

    private static func passed(_ response: Response) -> [String] { response.fields.values(of: "X-Passed") }

    @Test func gatesRunInOrderBeforeAndAfterTheCallerIsKnown() async throws {
        let gates = Gates(
            beforeCaller: [StampingGate(name: "a"), StampingGate(name: "b")], afterCaller: [StampingGate(name: "c")])
        let request = Request.hall(.get, "/api/v1/mine", fields: ["Authorization": "Bearer editor"])
        let response = try await application(Self.routes, gates: gates).respond(to: request)
        #expect(response.status == .ok)
        #expect(Self.passed(response) == ["a nobody mine", "b nobody mine", "c editor mine"])
    }

    @Test func aRefusalByAGateKeepsTheFieldsOfEarlierGates() async throws {
        let gates = Gates(
            beforeCaller: [
                StampingGate(name: "a"), StampingGate(name: "b", refuses: "/api/v1/open"), StampingGate(name: "c"),
            ])
        let response = try await application(Self.routes, gates: gates).respond(to: .hall(.get, "/api/v1/open"))
        #expect(response.status == .tooManyRequests)
        #expect(response.fields["Retry-After"] == "3")
        #expect(Self.passed(response) == ["a nobody open"])
    }

    @Test func anUnauthorizedRequestDoesNotReachTheGatesThatNeedACaller() async throws {
        let gates = Gates(beforeCaller: [StampingGate(name: "a")], afterCaller: [StampingGate(name: "b")])
        let response = try await application(Self.routes, gates: gates).respond(to: .hall(.get, "/api/v1/mine"))
        #expect(response.status == .unauthorized)
        #expect(Self.passed(response) == ["a nobody mine"])
    }
}
