import Testing

@testable import Web

@Suite struct PageNoticeTests {
    @Test func aFaultNamesItsFieldAsThePageDoes() {
        let error = APIError.invalid([
            .init(field: "/policies/days", reason: "must be a whole number from 1 to 9"),
            .init(field: "other<", reason: "is taken"), .init(field: "", reason: "is not the present password"),
        ])
        let text = HTML.fault(error, labels: ["days": "the number of days"]).text
        #expect(text.contains("<li>The number of days must be a whole number from 1 to 9.</li>"))
        #expect(text.contains("<li>Other&lt; is taken.</li><li>This is not the present password.</li>"))
        #expect(text.contains("3 entries need to be corrected:"))
        #expect(text.contains("role=\"alert\" id=\"fault\""))
    }

    @Test func withoutFieldsTheDetailIsASentence() {
        let error = APIError(.conflict, code: "taken", "that name is taken")
        #expect(HTML.fault(error).text.contains(">That name is taken.</p>"))
    }

    @Test func aFieldHasItsNote() {
        let error = APIError.invalid([
            .init(field: "/hosts", reason: "is taken"), .init(field: "port", reason: "is a whole number"),
        ])
        #expect(error.note(at: "host", "hosts") == "Is taken.")
        #expect(error.note(at: "port") == "Must be a whole number.")
        #expect(error.note(at: "name") == nil)
    }

    @Test func anEntryLeadsToItsField() {
        let error = APIError.invalid([
            .init(field: "/slug", reason: "is taken"), .init(field: "/other", reason: "is b"),
        ])
        let text = HTML.fault(error, labels: ["slug": "The short name"], ids: ["slug": "new-slug"]).text
        #expect(text.contains("<li><a href=\"#new-slug\">The short name is taken.</a></li>"))
        #expect(text.contains("<li>Other must be b.</li>") || text.contains("<li>Other is b.</li>"))
    }

    @Test(arguments: [
        ("is an address", "must be an address"), ("has 8 to 9 characters", "must have 8 to 9 characters"),
        ("has at most 3", "must have at most 3"), ("has a line without “=”", "has a line without “=”"),
        ("is taken", "is taken"),
    ])
    func aRuleIsADemand(_ reason: String, _ said: String) {
        #expect(APIError.Fault(field: "x", reason: reason).demand == said)
    }

    @Test func whatIsShownOnceIsEscaped() {
        #expect(HTML.shownOnce("Made.", "a<b").text.contains("<code class=\"secret\">a&lt;b</code>"))
        #expect(HTML.goodNotice("Saved.").text == "<p class=\"notice good\" role=\"status\">Saved.</p>")
    }
}
