import Foundation
import HTTP
import OpenAPIDocument
import Testing
import Web
import WebTestSupport
import Yams

@testable import APIReference

/// Tests of the API reference of the compiled-in document.
struct ReferenceRoutesTests {
    private static func description() throws -> APIDescription { try APIDescription(OpenAPIDocument.json) }

    private static func with(_ body: (RouteStage) async throws -> Void) async throws {
        try await RouteStage.with(routes: { _, _ in ReferenceRoutes(json: { OpenAPIDocument.json }).routes }, body)
    }

    /// Returns the text of each page by its path: `/docs/api` and the group pages.
    private static func pages(_ stage: RouteStage) async throws -> [String: String] {
        var pages: [String: String] = [:]
        for path in ["/docs/api"] + (try description().groups.map { "/docs/api/\($0.name)" }) {
            let answer = await stage.send(.get, path)
            #expect(answer.status == 200, "\(path)")
            pages[path] = answer.text
        }
        return pages
    }

    @Test func theCompiledJSONEqualsTheOpenAPIDocument() throws {
        let json = try DescriptionTree(json: OpenAPIDocument.json)
        // The YAML reader must not convert dates, which are texts in the document.
        let yaml = try Yams.load(
            yaml: String(decoding: OpenAPIDocument.yaml, as: UTF8.self), Resolver.default.removing(.timestamp))
        #expect(json.members.count > 5)
        #expect(Self.text(json) == Self.text(yaml))
    }

    /// Returns a value with its members sorted and its numbers as doubles.
    private static func text(_ value: Any?) -> String {
        switch value {
        case let tree as DescriptionTree:
            switch tree {
            case .null: "null"
            case .bool(let value): "\(value)"
            case .number(let text): text.contains(".") ? "\(Double(text) ?? 0)" : text
            case .string(let text): "\"\(text)\""
            case .array(let list): "[\(list.map { text($0) }.joined(separator: ","))]"
            case .object(let members):
                "{\(members.map { "\($0.name):\(text($0.value))" }.sorted().joined(separator: ","))}"
            }
        case let value as Bool: "\(value)"
        case let value as Int: "\(value)"
        case let value as Double: "\(value)"
        case let value as String: "\"\(value)\""
        case let list as [Any]: "[\(list.map { text($0) }.joined(separator: ","))]"
        case let object as [String: Any]:
            "{\(object.map { "\($0.key):\(text($0.value))" }.sorted().joined(separator: ","))}"
        default: "null"
        }
    }

    @Test func everyOperationIsShownOnThePageOfItsGroup() async throws {
        let yaml = String(decoding: OpenAPIDocument.yaml, as: UTF8.self)
        let names = Set(yaml.matches(of: /\n      operationId: (\w+)\n/).map { String($0.1) })
        let description = try Self.description()
        #expect(names.count > 300)
        #expect(Set(description.groups.flatMap(\.operations).map(\.name)) == names)
        try await Self.with { stage in
            let pages = try await Self.pages(stage)
            for group in description.groups {
                let text = pages["/docs/api/\(group.name)"] ?? ""
                for operation in group.operations {
                    #expect(text.contains("id=\"\(operation.name)\""), "\(operation.name)")
                }
            }
        }
    }

    @Test func everyFragmentLinkOfTheAPIReferenceHasATarget() async throws {
        try await Self.with { stage in
            let pages = try await Self.pages(stage)
            var places: [String: Set<String>] = [:]
            for (path, text) in pages {
                let ids = text.matches(of: /\ id="([^"]*)"/).map { String($0.1) }
                places[path] = Set(ids)
                #expect(ids.count == Set(ids).count, "an id occurs twice on \(path)")
            }
            for (path, text) in pages {
                for link in text.matches(of: /\ href="([^"#]*)#([^"]*)"/) {
                    let target = link.1.isEmpty ? path : String(link.1)
                    #expect(places[target]?.contains(String(link.2)) == true, "\(link.1)#\(link.2) on \(path)")
                }
            }
        }
    }

    @Test func referencePagesLoadNothingFromOtherServersAndNeedNoScript() async throws {
        try await Self.with { stage in
            for (path, text) in try await Self.pages(stage) {
                #expect(!text.contains("<script"), "\(path)")
                #expect(text.firstMatch(of: /(src|href)="(https?:)?\/\//) == nil, "\(path)")
            }
        }
    }

    @Test func theReferenceOfAnOperationShowsItsParametersAndResponses() async throws {
        try await Self.with { stage in
            let text = await stage.send(.get, "/docs/api/accounts").text
            let start = try #require(text.range(of: "id=\"createSession\""))
            let section = text[start.upperBound...].prefix { _ in true }.split(separator: "</section>")[0]
            #expect(section.contains("<b>POST</b> <code>/<wbr>api/<wbr>v1/<wbr>sessions</code>"))
            #expect(section.contains("<code>deviceToken</code>"))
            #expect(section.contains("at most 254 characters"))
            #expect(section.contains("<h3>Response 201</h3>"))
            #expect(section.contains("href=\"#type-Session\""))
            #expect(section.contains("<dt>429</dt>"))
            #expect(section.contains("everyone"))
        }
    }

    @Test func theOverviewOfTheAPIReferenceListsEveryErrorCode() async throws {
        try await Self.with { stage in
            let list = await stage.send(.get, "/docs/api").text.components(separatedBy: "id=\"error-codes\"").last ?? ""
            #expect(
                list.matches(of: /role="rowheader"><code>([a-z-]+)</).map { String($0.1) }
                    == APIError.Code.allCases.map(\.rawValue))
        }
    }

    @Test func anUnknownGroupOfOperationsIsNotFound() async throws {
        try await Self.with { stage in
            #expect(await stage.send(.get, "/docs/api/nothing").status == 404)
        }
    }
}
