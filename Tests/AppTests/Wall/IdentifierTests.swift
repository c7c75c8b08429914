import Testing
import Web

@testable import Accounts
@testable import App

/// Tests that public identifiers reveal nothing about other tenants (spec Decided 19): no response contains a number of a sequence that tenants
/// share.
struct IdentifierTests {
    @Test(.timeLimit(.minutes(30))) func noResponseContainsAnIdentifierFromASharedSequence() async throws {
        try await WallStage.with(counting: false) { stage in
            for operation in stage.routed where !operation.isForPlatform {
                let maker = WallRequest(stage: stage, operation: operation)
                let role = stage.callers(of: operation).greatest
                let (request, _) = try await maker.made(
                    naming: .a, as: role, credentials: MatrixTests.credentials(of: operation, role, stage))
                let answer = await stage.answer(request)
                #expect(!answer.says(StageFunctions.planted), "\(operation)")
                if !operation.isRead { try await stage.restore() }
            }
        }
    }

    /// Events contain identifiers in their data and as their IDs.
    @Test(.timeLimit(.minutes(30))) func noEventContainsAnIdentifierFromASharedSequence() async throws {
        try await WallStage.with(counting: false) { stage in
            try await WallServer.with(stage) { server in
                let reader = try EventReader(port: server.server.port, host: stage.a.host)
                _ = try await reader.text(upTo: "\n\n")
                let client = server.client(of: stage.a)
                let message = await client.exchange(
                    "POST", "/api/v1/messages", json: #"{"style":"AUTO","body":"Welcome"}"#)
                #expect(message?.status == 201)
                let step = await client.exchange("PUT", "/api/v1/live", json: #"{"measure":2}"#)
                #expect(step?.status == 200)
                let heard = try await reader.text(containing: #""printedMeasure":"2alphamark""#)
                #expect(heard.contains("Welcome"))
                #expect(!heard.contains(StageFunctions.planted), "\(heard)")
            }
        }
    }

    /// The test restores the former behaviour, in which keys were counted, to show that the test above would detect it.
    @Test func anIdentifierTakenFromASharedSequenceIsDetected() async throws {
        try await WallStage.with(counting: false) { stage in
            try await stage.database.sql(
                """
                create or replace function control.next_identifier() returns bigint
                language sql volatile security definer set search_path = pg_catalog, pg_temp
                as $$ select nextval('control.identifier_seq') $$;
                """)
            let operation = try #require(stage.routed.first { $0.name == "createChannel" })
            let (request, _) = try await WallRequest(stage: stage, operation: operation).made(
                naming: .a, as: .admin, credentials: MatrixTests.credentials(of: operation, .admin, stage))
            let answer = await stage.answer(request)
            #expect(answer.isSuccess && answer.says(StageFunctions.planted), "\(answer)")
        }
    }
}
