import Foundation
import HTTP
import Testing
import Web

@testable import Accounts

/// Tests that every operation of `openapi.yaml` below `/api/v1` refuses a misspelt member or parameter and names it (spec Decided 19). No operation
/// is listed here. A new operation is included automatically.
struct StrictInputTests {
    private static let misspelt = "misspelt"

    @Test func everyOperationRefusesAnUndocumentedQueryParameter() async throws {
        try await WallStage.with { stage in
            var asked = 0
            for operation in stage.routed where operation.path.hasPrefix("/api/v1/") {
                let before = try await stage.picture(of: stage.a)
                var request = try await Self.request(of: operation, on: stage)
                request.query = [request.query, "\(Self.misspelt)=1"].compactMap(\.self).joined(separator: "&")
                let answer = await stage.answer(request)
                asked += 1
                #expect(answer.status == 400 && answer.says("unknown-parameter"), "\(operation): \(answer)")
                #expect(answer.says(Self.misspelt), "\(operation)")
                let changes = WallStage.changes(before, try await stage.picture(of: stage.a))
                #expect(changes == [], "\(operation)")
                if !changes.isEmpty { try await stage.restore() }
            }
            #expect(asked > 200)
        }
    }

    @Test func everyOperationRefusesAnUndocumentedMemberOfItsContent() async throws {
        try await WallStage.with { stage in
            var asked = 0
            for operation in stage.routed
            where operation.path.hasPrefix("/api/v1/") && operation.body?.mediaType.hasSuffix("json") == true
                // Its lines are taken one by one, and refusals are counted.
                && operation.name != "sendFollowerReadings"
            {
                let before = try await stage.picture(of: stage.a)
                let request = try await Self.request(of: operation, on: stage, extra: [Self.misspelt: 1])
                guard request.body.first == UInt8(ascii: "{") else { continue }
                let answer = await stage.answer(request)
                asked += 1
                #expect(answer.status == 422, "\(operation): \(answer)")
                #expect(answer.says("\"/\(Self.misspelt)\""), "\(operation): \(answer)")
                let changes = WallStage.changes(before, try await stage.picture(of: stage.a))
                #expect(changes == [], "\(operation)")
                if !changes.isEmpty { try await stage.restore() }
            }
            #expect(asked > 40)
        }
    }

    private static func request(
        of operation: WallOperation, on stage: WallStage, extra: [String: any Sendable] = [:]
    ) async throws -> Request {
        let role = stage.callers(of: operation).least
        let credentials = MatrixTests.credentials(of: operation, role, stage)
        return try await WallRequest(stage: stage, operation: operation)
            .made(naming: .a, as: role, credentials: credentials, extra: extra).request
    }
}
