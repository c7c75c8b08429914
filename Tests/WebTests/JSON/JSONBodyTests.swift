import FoundationEssentials
import HTTP
import Testing

@testable import Web

@Suite struct JSONBodyTests {
    private struct Step: Codable, Equatable {
        struct Place: Codable, Equatable {
            let measure: Int
        }
        let by: Int
        let note: String?
        let places: [Place]?
        let at: Instant?
        let seen: Date?
    }

    private static let whole = "must be a whole number of at most 18 digits"

    private static func step(_ body: String, type: String? = "application/json") throws -> Step {
        var request = Request.hall(.post, "/", body: body)
        request.fields["Content-Type"] = type
        return try request.json()
    }

    @Test func numbersAndDatesInARequestBodyAreDecoded() throws {
        let step = try Self.step(
            "{\"by\": 2, \"at\": \"2026-05-01T19:30:00.5+02:00\", \"seen\": \"2026-05-01T17:30:00Z\"}",
            type: "Application/JSON; charset=\"UTF-8\"")
        #expect(step.by == 2)
        #expect(step.at?.description == "2026-05-01T17:30:00.500Z")
        #expect(step.seen == Date(timeIntervalSince1970: 1_777_656_600))
    }

    private static let unknown = "is not a member that this operation accepts"

    @Test func unknownMembersOfARequestBodyAreRefusedAtEveryDepth() throws {
        let body = #"{"by": 1, "nots": "x", "places": [{"measure": 1}, {"measure": 2, "m/x": 3}], "a": null}"#
        let error = #expect(throws: APIError.self) { try Self.step(body) }
        #expect(error?.status == .unprocessableContent)
        #expect(error?.faults.map(\.field) == ["/a", "/nots", "/places/1/m~1x"])
        #expect(error?.faults.allSatisfy { $0.reason == Self.unknown } == true)
    }

    @Test func aMisspelledMemberAndTheMissingMemberAreBothReported() throws {
        let error = #expect(throws: APIError.self) { try Self.step(#"{"bye": 1}"#) }
        #expect(
            error?.faults == [.init(field: "/by", reason: "is missing"), .init(field: "/bye", reason: Self.unknown)])
    }

    @Test func readOnlyMembersAreAcceptedAtTheTopLevelOnly() throws {
        var request = Request.hall(.post, "/", body: #"{"by": 1, "id": "7", "places": [{"measure": 1, "id": "8"}]}"#)
        request.fields["Content-Type"] = "application/json"
        let error = #expect(throws: APIError.self) { try request.json(as: Step.self, readOnly: ["id"]) }
        #expect(error?.faults == [.init(field: "/places/0/id", reason: Self.unknown)])
        request.body = Array(#"{"by": 1, "id": "7"}"#.utf8)
        #expect(try request.json(as: Step.self, readOnly: ["id"]).by == 1)
    }

    private enum Shape: Decodable, Equatable {
        case circle(radius: Int)
        case square(side: Int)

        private enum Kind: String, CodingKey { case kind }
        private enum Circle: String, CodingKey { case radius }
        private enum Square: String, CodingKey { case side }

        init(from decoder: any Decoder) throws {
            switch try decoder.container(keyedBy: Kind.self).decode(String.self, forKey: .kind) {
            case "circle":
                self = .circle(radius: try decoder.container(keyedBy: Circle.self).decode(Int.self, forKey: .radius))
            default:
                self = .square(side: try decoder.container(keyedBy: Square.self).decode(Int.self, forKey: .side))
            }
        }
    }

    @Test func aMemberIsAcceptedIfAnyDecodingContainerReadsIt() throws {
        let circle = try JSONContent.read(Array(#"{"kind": "circle", "radius": 3}"#.utf8), as: Shape.self)
        #expect(circle == .circle(radius: 3))
        let error = #expect(throws: APIError.self) {
            try JSONContent.read(Array(#"{"kind": "circle", "radius": 3, "side": 1}"#.utf8), as: Shape.self)
        }
        #expect(error?.faults.map(\.field) == ["/side"])
    }

    @Test(arguments: [
        nil, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "json",
    ])
    func aBodyNotDeclaredAsJSONInUTF8Gives415(type: String?) {
        #expect { try Self.step("{\"by\": 1}", type: type) } throws: {
            ($0 as? APIError)?.status == .unsupportedMediaType
        }
    }

    @Test func aCompressedRequestBodyGives415() {
        let request = Request.hall(
            .post, "/", fields: ["Content-Type": "application/json", "Content-Encoding": "gzip"], body: "{\"by\": 1}")
        #expect { try request.json(as: Step.self) } throws: { ($0 as? APIError)?.status == .unsupportedMediaType }
    }

    @Test(arguments: ["", "{", "{\"by\": 1, \"by\": 2}"])
    func invalidJSONGives400(body: String) {
        #expect { try Self.step(body) } throws: { ($0 as? APIError)?.status == .badRequest }
    }

    @Test(arguments: [
        ("{}", "/by", "is missing"),
        ("{\"by\": null}", "/by", "must not be null"),
        ("{\"by\": \"1\"}", "/by", Self.whole + ", found a string"),
        ("{\"by\": 1.5}", "/by", Self.whole + ", found 1.5"),
        ("{\"by\": 1e400}", "/by", Self.whole + ", found 1e400"),
        ("{\"by\": 99999999999999999999}", "/by", Self.whole + ", found 99999999999999999999"),
        ("{\"by\": 1, \"note\": 7}", "/note", "must be a string, found a number"),
        ("{\"by\": 1, \"places\": [{\"measure\": 1}, {}]}", "/places/1/measure", "is missing"),
        ("{\"by\": 1, \"places\": {}}", "/places", "must be an array, found an object"),
        (
            "{\"by\": 1, \"at\": \"tomorrow\"}", "/at",
            "must be an RFC 3339 date-time, such as 2026-05-01T19:30:00Z, found \"tomorrow\""
        ),
        ("[]", "", "must be an object, found an array"),
    ])
    func anInvalidMemberOfARequestBodyGives422WithItsJSONPointer(body: String, pointer: String, reason: String) throws {
        let error = #expect(throws: APIError.self) { try Self.step(body) }
        #expect(error?.status == .unprocessableContent)
        #expect(error?.faults == [.init(field: pointer, reason: reason)])
    }

    private enum Style: String, Decodable, CaseIterable { case button, auto, link }

    @Test func theErrorForAnInvalidValueListsTheAllowedValues() throws {
        var request = Request.hall(.post, "/", body: #"{"styles": ["auto", "AUTO"]}"#)
        request.fields["Content-Type"] = "application/json"
        let error = #expect(throws: APIError.self) { try request.json(as: [String: [Style]].self) }
        #expect(error?.faults == [.init(field: "/styles/1", reason: "must be button, auto or link, found \"AUTO\"")])
    }

    private enum Mode: String, Decodable { case once, always }

    @Test func theErrorForATypeWithoutAListOfValuesLinksToTheAPIReference() throws {
        let error = #expect(throws: APIError.self) {
            try JSONContent.read(Array(#"{"modes": ["once", "never"]}"#.utf8), as: [String: [Mode]].self)
        }
        #expect(error?.faults == [.init(field: "/modes/1", reason: JSONContent.unknownRule)])
        #expect(JSONContent.unknownRule.contains("/docs/api"))
    }

    /// Spec Decided 1.
    @Test func aJSONResponseHasSortedMembersAndDatesWithMilliseconds() throws {
        let view = Step(
            by: 1, note: "a/b \"é\"", places: nil, at: Instant(milliseconds: 0),
            seen: Date(timeIntervalSince1970: 1_777_656_600.25))
        let response = try Response.json(view, status: .created)
        #expect(response.status == .created)
        #expect(response.fields["Content-Type"] == "application/json")
        let expected =
            #"{"at":"1970-01-01T00:00:00.000Z","by":1,"note":"a/b \"é\"","seen":"2026-05-01T17:30:00.250Z"}"#
        #expect(response.text == expected)
    }
}
