import Testing
import Web

@testable import ConcertNotes

@Suite struct AudienceMessageDraftTests {
    let now = Instant(milliseconds: 1_000_000)

    /// Spec I7.
    @Test(
        arguments: [
            ("Hello", "World", "BUTTON", "OK", nil), ("Hello", "", "AUTO", "", nil), ("", "", "button", "OK", nil),
            ("", "Body", "Auto", "", nil), ("Link", "Take part", "LINK", "", "http://www.survey.com/philorch"),
            ("Survey", "", "link", "Go", "https://example.org/a?b=c"), ("Grüße — 🎻", "", "AUTO", "", nil),
        ] as [(String, String, String, String, String?)])
    func theStyleOfAValidMessageIsReadInAnyCase(
        title: String, body: String, style: String, button: String, url: String?
    ) throws {
        let draft = try AudienceMessageDraft(
            title: title, body: body, style: style, buttonText: button, url: url, now: now)
        #expect(draft.style.rawValue == style.uppercased())
    }

    /// Spec N24, I8.
    @Test(
        arguments: [
            ("a|b", "", "BUTTON", "OK", nil, "/title"), ("", "a|b", "BUTTON", "OK", nil, "/body"),
            ("a", "", "BUTTON", "O|K", nil, "/buttonText"), ("a", "", "LINK", "", "http://a/|", "/url"),
            ("a\nb", "", "BUTTON", "OK", nil, "/title"), ("", "a\r\nb", "BUTTON", "OK", nil, "/body"),
            ("", "a\u{0}b", "BUTTON", "OK", nil, "/body"), ("", "a\u{2028}b", "BUTTON", "OK", nil, "/body"),
            ("", "a\u{85}b", "BUTTON", "OK", nil, "/body"), ("", "a\u{7F}b", "BUTTON", "OK", nil, "/body"),
            ("", "ends\n", "BUTTON", "OK", nil, "/body"),
            ("a", "", "AUTO", "OK", nil, "/buttonText"), ("", "", "AUTO", "", nil, "/body"),
            ("", "  ", "BUTTON", " ", nil, "/body"), ("a", "", "LINK", "", nil, "/url"),
            ("a", "", "LINK", "", "", "/url"),
            ("a", "", "LINK", "", "javascript:alert(1)", "/url"), ("a", "", "LINK", "", "http://a b", "/url"),
            ("a", "", "LINK", "", "https://", "/url"), ("a", "", "BUTTON", "OK", "http://a", "/url"),
            ("Link", "", "BUTTON", "OK", nil, "/title"), (" LINK ", "", "AUTO", "", nil, "/title"),
            ("a", "", "POPUP", "", nil, "/style"),
            ("a", String(repeating: "ü", count: 700), "BUTTON", "OK", nil, "/body"),
        ] as [(String, String, String, String, String?, String)])
    func theErrorOfAnInvalidMessageNamesTheInvalidField(
        title: String, body: String, style: String, button: String, url: String?, field: String
    ) {
        let error = #expect(throws: APIError.self) {
            try AudienceMessageDraft(title: title, body: body, style: style, buttonText: button, url: url, now: now)
        }
        #expect(error?.status == .unprocessableContent)
        #expect(error?.faults.map(\.field) == [field])
    }

    @Test func thePacketOfAMessageHasAtMost1400Bytes() throws {
        let rest = "PUSH|||BUTTON|OK|".utf8.count
        let body = String(repeating: "x", count: 1_400 - rest)
        #expect(try AudienceMessageDraft(body: body, style: "BUTTON", buttonText: "OK", now: now).packetLength == 1_400)
        #expect(throws: APIError.self) {
            try AudienceMessageDraft(body: body + "x", style: "BUTTON", buttonText: "OK", now: now)
        }
    }

    @Test(arguments: [0, -1, 24 * 3_600_000 + 1])
    func aMessageMustExpireWithinTheNextDay(milliseconds: Int64) {
        let error = #expect(throws: APIError.self) {
            try AudienceMessageDraft(
                title: "a", style: "AUTO", expiresAt: Instant(milliseconds: now.milliseconds + milliseconds), now: now)
        }
        #expect(error?.faults.first?.field == "/expiresAt")
    }

    @Test func spacesAroundTheTitleAndBodyOfAMessageAreRemoved() throws {
        let draft = try AudienceMessageDraft(title: " Hello  ", body: "\u{A0}World ", style: "AUTO", now: now)
        #expect(draft.title == "Hello")
        #expect(draft.body == "World")
    }
}
