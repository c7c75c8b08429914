import Foundation
import HTTP
import Testing
import Yams

@testable import Accounts
@testable import App

/// Tests of the examples in `openapi.yaml`. Examples of requests are sent to the server, and responses are compared with the shape of their examples.
struct ExampleTests {
    @Test func everyOperationHasExamplesOfItsRequestAndResponses() throws {
        let document = try InterfaceDocument.ours()
        #expect(document.operations.count > 300)
        let lacking = document.operations.flatMap { operation in
            document.placesWithoutExample(of: operation).map { "\(operation.name ?? ""): \($0)" }
        }
        #expect(lacking.sorted() == [], "these operations have no example")
    }

    @Test func everyExampleMatchesItsSchema() throws {
        let document = try InterfaceDocument.ours()
        let check = SchemaCheck(document: document)
        var checked = 0
        for operation in document.operations {
            for content in document.contents(of: operation) where content.isJSON {
                for example in document.examples(of: content) {
                    checked += 1
                    #expect(check.faults(of: example, content.schema) == [], "\(operation.name ?? "") \(content.place)")
                }
            }
        }
        #expect(checked > 300)
    }

    /// The server reads an unchanged example of a request without a fault. An example may name items that the stage does not have, but no other part
    /// of it is refused.
    @Test func theServerFindsNoFaultInTheExamplesOfRequests() async throws {
        try await WallStage.with { stage in
            let document = try InterfaceDocument.ours()
            let described = Dictionary(uniqueKeysWithValues: document.operations.map { ($0.name ?? "", $0) })
            var sent = 0
            for operation in stage.routed {
                guard let fields = described[operation.name] else { continue }
                let maker = WallRequest(stage: stage, operation: operation)
                let role = stage.callers(of: operation).least
                let credentials = MatrixTests.credentials(of: operation, role, stage)
                for content in document.contents(of: fields) where content.status == nil && content.isJSON {
                    for example in document.examples(of: content) {
                        var request = try await maker.made(naming: .a, as: role, credentials: credentials).request
                        request.fields["Content-Type"] = content.mediaType
                        request.body = Array(try JSONSerialization.data(withJSONObject: example))
                        let response = await stage.wiring.application.respond(to: request)
                        sent += 1
                        let refused = try Self.membersRefused(by: response, of: operation).subtracting(
                            try maker.membersOfTheStage.union(Self.bound[operation.name] ?? []))
                        #expect(refused == [], "\(operation): \(Self.json(response) ?? response.status.code)")
                        try await stage.restore()
                    }
                }
            }
            #expect(sent > 80)
        }
    }

    /// The members, by operation, whose values must fit the content of the stage, such as times of a broadcast, measures, pieces and tracks.
    private static let bound: [String: Set<String>] = [
        "setActualTimes": ["endsAt"], "updateAiring": ["plannedEnd"], "createSection": ["measure"],
        "orderPieces": ["pieces"], "setFollowerReading": ["measure"], "setPlayerQueue": ["tracks"],
        "addPlayerTracks": ["tracks"], "sendSharedEvent": ["tracks"],
    ]

    /// Returns the members that a response reports as faults, or "the content" if the body could not be read. The result is empty if the request was
    /// refused because something is missing, such as a password or a SoundCloud application.
    private static func membersRefused(by response: Response, of operation: WallOperation) throws -> Set<String> {
        switch response.status.code {
        case ..<400, 404, 409, 412: return []
        case 401 where !operation.needsLogin: return []
        case 503 where refusalsOfTheInstallation.contains(try problem(response)["code"] as? String ?? ""): return []
        case 422:
            let faults = try problem(response)["faults"] as? [[String: Any]] ?? []
            let fields = faults.compactMap { ($0["field"] as? String)?.split(separator: "/").first.map(String.init) }
            return fields.isEmpty || fields.count < faults.count ? ["the content"] : Set(fields)
        default: return ["the content"]
        }
    }

    /// Error codes of features that the stage's installation does not have.
    private static let refusalsOfTheInstallation: Set = ["soundcloud-not-configured", "no-secret-key"]

    private static func problem(_ response: Response) throws -> [String: Any] {
        try #require(json(response) as? [String: Any], "an error is a problem document")
    }

    /// Each response on the stage conforms to its schema, and its example has every required member that the response has.
    @Test func responsesHaveTheShapeOfTheirExamples() async throws {
        try await WallStage.with { stage in
            let document = try InterfaceDocument.ours()
            let described = Dictionary(uniqueKeysWithValues: document.operations.map { ($0.name ?? "", $0) })
            var compared = 0
            for operation in stage.routed where !stage.pages.contains(operation.name) {
                guard let fields = described[operation.name] else { continue }
                let examples = document.contents(of: fields).filter { $0.isJSON && $0.status != nil }
                guard examples.contains(where: { !document.examples(of: $0).isEmpty }) else { continue }
                let role = stage.callers(of: operation).least
                let request = try await WallRequest(stage: stage, operation: operation)
                    .made(naming: .a, as: role, credentials: MatrixTests.credentials(of: operation, role, stage))
                    .request
                let response = await stage.wiring.application.respond(to: request)
                guard let content = examples.first(where: { $0.status == response.status.code }),
                    let example = document.examples(of: content).first, let answer = Self.json(response)
                else { continue }
                compared += 1
                let check = SchemaCheck(document: document)
                #expect(check.faults(of: answer, content.schema) == [], "the response of \(operation)")
                let unsaid = check.membersOf(answer, missingIn: example, content.schema)
                #expect(unsaid == [], "the example of \(operation) lacks members that every response has")
                if !operation.isRead { try await stage.restore() }
            }
            #expect(compared > 200)
        }
    }

    private static func json(_ response: Response) -> Any? {
        let bytes: [UInt8] =
            switch response.content {
            case .bytes(let bytes): bytes
            case .representation(let representation): representation.identity
            case .none, .events, .stream: []
            }
        return try? JSONSerialization.jsonObject(with: Data(bytes))
    }
}

extension InterfaceDocument {
    /// An operation in the OpenAPI document.
    struct Operation {
        let fields: [String: Any]
        var name: String? { fields["operationId"] as? String }
    }

    /// The content of a request or response in one media type.
    struct Content {
        /// The place of the content in the operation, "request" or "answer 200".
        let place: String
        /// The status of a response; `nil` for a request.
        let status: Int?
        let mediaType: String
        let fields: [String: Any]
        let schema: [String: Any]
    }

    var operations: [Operation] {
        (root["paths"] as? [String: [String: Any]] ?? [:]).values.flatMap { item in
            item.values.compactMap { $0 as? [String: Any] }.filter { $0["operationId"] != nil }.map(Operation.init)
        }
    }

    /// The contents of the request and of the successful responses.
    func contents(of operation: Operation) -> [Content] {
        let body = resolved(operation.fields["requestBody"] as? [String: Any] ?? [:])
        let answers = (operation.fields["responses"] as? [String: [String: Any]] ?? [:]).filter {
            $0.key.hasPrefix("2")
        }
        return contents(in: body, "request", nil)
            + answers.flatMap { contents(in: resolved($0.value), "answer \($0.key)", Int($0.key)) }
    }

    private func contents(in body: [String: Any], _ place: String, _ status: Int?) -> [Content] {
        (body["content"] as? [String: [String: Any]] ?? [:]).map { type, fields in
            Content(
                place: place, status: status, mediaType: type, fields: fields,
                schema: fields["schema"] as? [String: Any] ?? [:])
        }
    }

    /// The examples of the content, or of its schema if the content has none.
    func examples(of content: Content) -> [Any] {
        let named = (content.fields["examples"] as? [String: [String: Any]] ?? [:]).sorted { $0.key < $1.key }
        let own = [content.fields["example"]].compactMap(\.self) + named.compactMap { $0.value["value"] }
        return own.isEmpty ? resolved(content.schema)["examples"] as? [Any] ?? [] : own
    }

    /// Returns the contents of an operation (its request and its responses) that have no example in any media type. Files and event streams need no
    /// example.
    func placesWithoutExample(of operation: Operation) -> [String] {
        Dictionary(grouping: contents(of: operation), by: \.place).filter { _, contents in
            !contents.allSatisfy { $0.isFile } && contents.allSatisfy { examples(of: $0).isEmpty }
        }.keys.sorted()
    }
}

extension InterfaceDocument.Content {
    /// Whether the content is one JSON value. JSON lines count as text.
    fileprivate var isJSON: Bool {
        let type = mediaType.prefix { $0 != ";" }
        return type.hasSuffix("json") && type != "application/x-ndjson" || type == "application/json+chapters"
    }
    fileprivate var isFile: Bool { schema["format"] as? String == "binary" || mediaType == "text/event-stream" }
}
