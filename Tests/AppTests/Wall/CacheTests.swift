import Gzip
import HTTP
import Testing

@testable import Accounts

/// Tests that no cache, on the server or at a client, returns data of another tenant (spec S1.6).
struct CacheTests {
    /// The operations whose response is the same for all tenants, each with the reason.
    private static let common: Set<String> = [
        // The description of the interface is a file of the program.
        "getSpecification",
        // The stylesheet of all pages is a file of the program.
        "getStylesheet",
        // The script of the player is a file of the program.
        "getPlayerScript", "getSharedScript",
        // The files of the audience page are files of the program too.
        "getAudienceFile", "getAudienceServiceWorker",
    ]

    /// A target that is requested from both tenants.
    private struct Target {
        let operation: WallOperation
        let path: String
        let isPage: Bool
    }

    /// Returns a target for every read operation whose response ends: one target with the names that both tenants use, one with A's names and one
    /// with B's.
    private static func targets(on stage: WallStage) async throws -> [Target] {
        var targets: [Target] = []
        for operation in stage.routed
        where operation.isRead && !operation.isForPlatform
            && !operation.mediaTypesOfSuccess.contains("text/event-stream")
        {
            let maker = WallRequest(stage: stage, operation: operation)
            for named in [WallRequest.Named.a, .b] {
                let (request, _) = try await maker.made(naming: named, as: .admin, credentials: .none)
                let target = request.path + (request.query.map { "?" + $0 } ?? "")
                targets.append(Target(operation: operation, path: target, isPage: operation.isPage))
            }
            if operation.path.hasSuffix("/{file}") {
                for name in ["dot.png", "Splash32.png"] {
                    let path = operation.path.replacing("{file}", with: name)
                    targets.append(Target(operation: operation, path: path, isPage: true))
                }
            }
        }
        return targets
    }

    @Test func noCachedResponseIsReusedForAnotherTenant() async throws {
        try await WallStage.with { stage in
            try await WallServer.with(stage) { server in
                for target in try await Self.targets(on: stage) {
                    for coding in ["identity", "gzip"] {
                        var tags: [String: String] = [:]
                        // A is requested twice, because the second response may come from memory.
                        for (whose, other) in [(stage.a, stage.b), (stage.b, stage.a), (stage.a, stage.b)] {
                            let what: Comment = "\(target.path) of \(whose.mark) in \(coding)"
                            let answer = try await Self.get(target, whose, server, ["Accept-Encoding": coding])
                            let text = try Self.text(of: answer)
                            // A response may repeat values of the request.
                            let said = text.replacing(target.path, with: "")
                            #expect(!said.contains(other.mark) || target.path.contains(other.mark), what)
                            #expect(!answer.fields.values.contains { $0.contains(other.mark) }, what)
                            if target.operation.needsLogin {
                                let kept = answer.fields["cache-control"] ?? ""
                                #expect(kept.contains("no-store") || kept.contains("private"), what)
                            }
                            guard let tag = answer.fields["etag"], answer.status == 200 else { continue }
                            tags[whose.mark] = tag
                            let known = try await Self.get(
                                target, whose, server, ["Accept-Encoding": coding, "If-None-Match": tag])
                            #expect(known.status == 304, what)
                        }
                        for (whose, other) in [(stage.a, stage.b), (stage.b, stage.a)] {
                            guard let tag = tags[other.mark], !Self.common.contains(target.operation.name) else {
                                continue
                            }
                            let answer = try await Self.get(
                                target, whose, server, ["Accept-Encoding": coding, "If-None-Match": tag])
                            #expect(answer.status != 304, "\(target.path) of \(whose.mark) with the other tenant's tag")
                        }
                    }
                }
            }
        }
    }

    /// The test above would also pass if no response were cached. Spec T18.
    @Test func cacheableResponsesHaveEntityTags() async throws {
        try await WallStage.with { stage in
            try await WallServer.with(stage) { server in
                var tagged: Set<String> = []
                for target in try await Self.targets(on: stage) {
                    let answer = try await Self.get(target, stage.a, server, ["Accept-Encoding": "gzip"])
                    if answer.fields["etag"] != nil { tagged.insert(target.operation.name) }
                }
                let expected: Set<String> = [
                    "getPieces", "getData", "getDataXML", "getGlossary", "getImage", "getAppAsset", "getLive",
                    "getSpecification", "getPublishedConcert", "getConcertArchive", "getGlossaryTerms",
                    "getPublishedPiece",
                    "getWaveform", "getWaveformSVG", "getWaveformPNG", "getAnnotationPage", "getMeasureMap",
                    "getCueSheetCSV", "getScaledPicture",
                ]
                #expect(tagged.isSuperset(of: expected))
            }
        }
    }

    private static func get(
        _ target: Target, _ whose: TenantRows, _ server: WallServer, _ fields: [String: String]
    ) async throws -> TestClient.Answer {
        var client = server.client(of: whose)
        var fields = fields
        if target.isPage {
            client.token = nil
            fields["Cookie"] = "session=\(whose.members[.admin]?.browser.text ?? "")"
        }
        return try #require(await client.exchange("GET", target.path, fields: fields))
    }

    private static func text(of answer: TestClient.Answer) throws -> String {
        guard answer.fields["content-encoding"] == "gzip" else { return answer.text }
        return String(decoding: try Gzip.inflate(answer.body, limit: 1 << 22, ratio: 10_000), as: UTF8.self)
    }
}
