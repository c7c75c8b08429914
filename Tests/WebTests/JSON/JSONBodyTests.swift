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

    private static let whole = "must be a whole number"

    private static func step(_ body: String, type: String? = "application/json") throws -> Step {
        var request = Request.hall(.post, "/", body: body)
        request.fields["Content-Type"] = type
        return try request.json()
    }

    @Test func membersAreDecodedAndUnknownOnesIgnored() throws {
        let step = try Self.step(
            "{\"by\": 2, \"new\": [1], \"at\": \"2026-05-01T19:30:00.5+02:00\", \"seen\": \"2026-05-01T17:30:00Z\"}",
            type: "Application/JSON; charset=\"UTF-8\"")
        #expect(step.by == 2)
        #expect(step.at?.description == "2026-05-01T17:30:00.500Z")
        #expect(step.seen == Date(timeIntervalSince1970: 1_777_656_600))
    }

    @Test(arguments: [
        nil, "text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin1", "json",
    ])
    func anotherMediaTypeIs415(type: String?) {
        #expect { try Self.step("{\"by\": 1}", type: type) } throws: {
            ($0 as? APIError)?.status == .unsupportedMediaType
        }
    }

    @Test func compressedContentIs415() {
        let request = Request.hall(
            .post, "/", fields: ["Content-Type": "application/json", "Content-Encoding": "gzip"], body: "{\"by\": 1}")
        #expect { try request.json(as: Step.self) } throws: { ($0 as? APIError)?.status == .unsupportedMediaType }
    }

    @Test(arguments: ["", "{", "{\"by\": 1, \"by\": 2}"])
    func whatIsNotJSONIs400(body: String) {
        #expect { try Self.step(body) } throws: { ($0 as? APIError)?.status == .badRequest }
    }

    @Test(arguments: [
        ("{}", "/by", "is missing"),
        ("{\"by\": null}", "/by", "must not be null"),
        ("{\"by\": \"1\"}", "/by", Self.whole),
        ("{\"by\": 1.5}", "/by", Self.whole),
        ("{\"by\": 1e400}", "/by", Self.whole),
        ("{\"by\": 99999999999999999999}", "/by", Self.whole),
        ("{\"by\": 1, \"note\": 7}", "/note", "must be a string"),
        ("{\"by\": 1, \"places\": [{\"measure\": 1}, {}]}", "/places/1/measure", "is missing"),
        ("{\"by\": 1, \"places\": {}}", "/places", "must be an array"),
        ("{\"by\": 1, \"at\": \"tomorrow\"}", "/at", "has a value that is not accepted"),
        ("[]", "", "must be an object"),
    ])
    func aWrongMemberIs422AndNamed(body: String, pointer: String, reason: String) throws {
        let error = #expect(throws: APIError.self) { try Self.step(body) }
        #expect(error?.status == .unprocessableContent)
        #expect(error?.faults == [.init(field: pointer, reason: reason)])
    }

    @Test func aViewIsSortedAndItsDatesHaveMilliseconds() throws {
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
