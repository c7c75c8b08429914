import Tenancy
import Testing

@Suite struct TenantTextTests {
    @Test(arguments: TenantText.allCases)
    func everyDefaultTextFollowsTheRulesForTenantTexts(text: TenantText) {
        #expect(text.fault(of: text.standard) == nil)
    }

    @Test func aTenantsTextsReplaceTheDefaults() {
        let texts = TenantTexts(["login.invalid-credentials.title": "Přihlášení selhalo", "no.such.key": "x"])
        #expect(texts[.invalidCredentialsTitle] == "Přihlášení selhalo")
        #expect(texts[.invalidCredentialsDetail] == TenantText.invalidCredentialsDetail.standard)
    }

    @Test(
        arguments: [
            (String(repeating: "ä", count: 41), "must have at most 40 characters, found 41"),
            ("a\u{7}", "must have no line breaks or other control characters"),
            (" \u{A0}", "must not be blank"), ("", "must not be blank"),
        ])
    func blankOrTooLongTextsAndControlCharactersAreRefused(words: String, reason: String) {
        #expect(TenantText.invalidCredentialsExit.fault(of: words) == reason)
    }

    @Test func storedTextsThatBreakTheRulesAreNotShown() {
        let texts = TenantTexts(["login.invalid-credentials.action.exit": " "])
        #expect(texts[.invalidCredentialsExit] == "Exit")
    }
}
