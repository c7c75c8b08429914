import HTTP
import Testing
import WebTestSupport

@testable import Web

struct FlashMessageTests {
    private enum Message: String, FlashMessage {
        case saved
        case pictureSet = "picture-set"
    }

    @Test(arguments: [
        ("/account", "/account?notice=picture-set"), ("/account?page=2", "/account?page=2&notice=picture-set"),
        ("no path", "/"),
    ])
    func aRedirectNamesItsFlashMessageInTheQuery(path: String, target: String) {
        let response = Response.seeOther(path, Message.pictureSet, fields: ["Set-Cookie": "a=b"])
        #expect(response.status == .seeOther && response.fields["Location"] == target)
        #expect(response.fields["Set-Cookie"] == "a=b")
    }

    @Test func aFlashMessageIsReadFromTheQuery() throws {
        func message(_ query: String?) throws -> Message? {
            try Message(Request(method: .get, path: "/account", query: query, authority: "x"))
        }
        #expect(try message("notice=picture-set") == .pictureSet && message("notice=saved") == .saved)
        #expect(try message(nil) == nil && message("notice=pictureSet") == nil && message("notice=") == nil)
        #expect(throws: APIError.self) { try message("notice=saved&notice=saved") }
    }

    @Test func refusedInputIsCorrectableButMalformedOrForbiddenRequestsAreNot() {
        func isCorrectable(_ status: Status) -> Bool { APIError(status, code: .noSuchPath, "x").isCorrectable }
        let correctable: [Status] = [
            .unprocessableContent, .conflict, .preconditionFailed, .contentTooLarge, .unsupportedMediaType,
            .tooManyRequests,
        ]
        #expect(correctable.allSatisfy(isCorrectable))
        for status in [Status.badRequest, .unauthorized, .forbidden, .notFound, .serviceUnavailable] {
            #expect(!isCorrectable(status))
        }
    }
}
