import Testing

@testable import Accounts

/// Tests that GET and HEAD have the same fields, with and without the cache (RFC 9110 §9.3.2).
struct RetrievalTests {
    @Test func headSendsTheSameFieldsAsGet() async throws {
        try await WallStage.with { stage in
            try await WallServer.with(stage) { server in
                var client = server.client(of: stage.a)
                client.token = nil
                for path in ["/api/v1/live", "/getPieces.php", "/getData.xml", "/api/v1/config", "/openapi.yaml"] {
                    // The request is sent twice, because the second response may come from memory. Requests with an app version are never answered
                    // from memory.
                    var names: Set<Set<String>> = []
                    for fields in [[:], [:], ["App-Version": "iOS 99.0"]] {
                        for method in ["GET", "HEAD"] {
                            let answer = try #require(await client.exchange(method, path, fields: fields))
                            #expect(answer.status == 200, "\(method) \(path)")
                            #expect(answer.fields["x-request-id"]?.count == 16)
                            #expect(answer.body.isEmpty == (method == "HEAD"))
                            names.insert(Set(answer.fields.keys))
                        }
                    }
                    #expect(names.count == 1, "\(path): \(names)")
                }
            }
        }
    }
}
