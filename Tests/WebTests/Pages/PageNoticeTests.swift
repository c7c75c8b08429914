import Testing

@testable import Web

@Suite struct PageNoticeTests {
    @Test func aFieldErrorIsShownWithTheLabelOfItsField() {
        let error = APIError.invalid([
            .init(field: "/policies/days", reason: "must be a whole number from 1 to 9"),
            .init(field: "other<", reason: "is taken"), .init(field: "", reason: "is not the present password"),
        ])
        let text = HTML.fault(error, labels: ["days": "the number of days"]).text
        #expect(text.contains("<li>The number of days must be a whole number from 1 to 9.</li>"))
        #expect(text.contains("<li>Other&lt; is taken.</li><li>This is not the present password.</li>"))
        #expect(text.contains("Correct these 3 entries:"))
        #expect(text.contains("role=\"alert\" id=\"fault\""))
    }

    @Test func anErrorWithoutFieldsShowsItsDetailAsASentence() {
        let error = APIError(.conflict, code: .nameTaken, "that name is taken")
        #expect(HTML.fault(error).text.contains(">That name is taken.</p>"))
    }

    @Test func anErrorMessageIsFoundByTheNameOfItsField() {
        let error = APIError.invalid([
            .init(field: "/hosts", reason: "is taken"), .init(field: "port", reason: "must be a whole number"),
        ])
        #expect(error.note(at: "host", "hosts") == "Is taken.")
        #expect(error.note(at: "port") == "Must be a whole number.")
        #expect(error.note(at: "name") == nil)
    }

    @Test func anErrorMessageLinksToItsField() {
        let error = APIError.invalid([
            .init(field: "/slug", reason: "is taken"), .init(field: "/other", reason: "is a copy"),
        ])
        let text = HTML.fault(error, labels: ["slug": "The short name"], ids: ["slug": "new-slug"]).text
        #expect(text.contains("<li><a href=\"#new-slug\">The short name is taken.</a></li>"))
        #expect(text.contains("<li>Other is a copy.</li>"))
    }

    /// An earlier version replaced "is" by "must be" and thereby turned an error into a wrong rule.
    @Test(arguments: [
        "is out of date: reload the page", "has no FREQ; add WEEKLY", "is an old address", "has at most 3",
    ])
    func theReasonOfAFieldErrorIsShownUnchanged(_ reason: String) {
        let error = APIError.invalid("x", reason)
        #expect(HTML.fault(error).text.contains(">X \(reason).</p>"))
        #expect(error.note(at: "x") == reason.asSentence)
    }

    @Test func aSecretShownOnceIsEscaped() {
        #expect(HTML.shownOnce("Made.", "a<b").text.contains("<code class=\"secret\">a&lt;b</code>"))
        #expect(HTML.successNotice("Saved.").text == "<p class=\"notice good\" role=\"status\">Saved.</p>")
    }
}
