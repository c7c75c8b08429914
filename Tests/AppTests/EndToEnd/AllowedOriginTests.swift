import Foundation
import TestSupport
import Testing

/// Tests of the list of allowed origins, which an operator changes and two servers of one installation apply.
@Suite(.serialized) struct AllowedOriginTests {
    private static let app = "https://app.example"

    private static func allowed(_ service: RunningService, _ path: String, host: String) async -> String? {
        var client = TestClient(port: service.port)
        client.host = host
        return await client.exchange("GET", path, fields: ["Origin": app])?.fields["access-control-allow-origin"]
    }

    @Test(.timeLimit(.minutes(30))) func aChangeOfAllowedOriginsAppliesOnEveryServer() async throws {
        let database = try await TestDatabase.create()
        try await database.tenant("north", host: "north.example")
        try await database.tenant("south", host: "south.example")
        let settings = [
            "DATABASE_URL": database.runtimeConninfo, "TUTTI_OWNER_DATABASE_URL": database.ownerConninfo,
        ]
        try await RunningService.with(["serve"], settings: settings) { first in
            try await first.start()
            try await RunningService.with(["serve"], settings: settings) { second in
                try await second.start()
                // From here on, both servers have the tenant and its responses in memory.
                for service in [first, second] {
                    for _ in 1...2 {
                        for path in ["/getPieces.php", "/api/v1/live"] {
                            #expect(await Self.allowed(service, path, host: "north.example") == nil)
                        }
                    }
                }
                for (arguments, expected) in [
                    (
                        ["--allowed-origin", "HTTPS://App.example/", "--allowed-origin", "http://localhost:5173"],
                        Self.app as String?
                    ),
                    (["--allowed-origin", "*"], "*"), (["--name", "North"], "*"), (["--allowed-origin", "none"], nil),
                ] {
                    let outcome = try await first.command(["tenant", "set", "north"] + arguments)
                    #expect(outcome.status == 0, "\(outcome.errors)")
                    for service in [first, second] {
                        for path in ["/getPieces.php", "/api/v1/live"] {
                            let counts = await eventually(within: .seconds(60)) {
                                await Self.allowed(service, path, host: "north.example") == expected
                            }
                            #expect(counts, "\(arguments) for \(path)")
                        }
                        #expect(await Self.allowed(service, "/api/v1/live", host: "south.example") == nil)
                    }
                }
                let empty = try await first.command(["tenant", "set", "north"])
                #expect(empty.status != 0 && empty.errors.contains("give at least one option"), "\(empty.errors)")
                let bad = try await first.command(
                    [
                        "tenant", "set", "north", "--allowed-origin", "https://a.example", "--allowed-origin",
                        "http://b.example",
                    ])
                #expect(bad.status != 0)
                #expect(bad.errors.contains("http://b.example") && bad.errors.contains("https://"), "\(bad.errors)")
            }
        }
        try await database.drop()
    }
}
