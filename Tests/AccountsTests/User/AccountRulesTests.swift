import Testing
import Web

@testable import Accounts

@Suite struct AccountRulesTests {
    @Test(arguments: [
        "eva@example.org", "e.va+x@a-b.example", "o'neil@example.org", "x@localhost", "{a}|b@x.y",
    ])
    func validEmailAddressesAreAccepted(email: String) throws {
        try AccountRules.check(email: email)
    }

    @Test(arguments: [
        "", "@", "eva", "eva@", "@example.org", "a@b@c", "a b@c", "a..b@c", ".a@c", "a.@c", "a@.c", "a@c.", "a@b c",
        "a@b\r\nBcc: c@d", "a@b,c@d", "a@b;c", "<a@b>", "\"a\"@b", "a(b)@c", "á@b", "a@b_c", "a@[192.0.2.1]",
        String(repeating: "a", count: 250) + "@b.cd",
    ])
    func invalidEmailAddressesAreRefused(email: String) {
        #expect(throws: APIError.self) { try AccountRules.check(email: email) }
    }

    @Test(arguments: ["a\nb", "a\u{0}b", "a\u{85}b", "a\u{2028}b", "a\u{2029}b", "a\u{7F}b"])
    func namesWithControlCharactersOrLineBreaksAreRefused(name: String) {
        #expect(throws: APIError.self) { try AccountRules.check(displayName: name) }
        #expect(throws: APIError.self) { try AccountRules.check(login: name) }
    }

    @Test(arguments: [
        ("", "must have 1 to 254 characters, found 0"),
        (String(repeating: "a", count: 255), "must have 1 to 254 characters, found 255"),
        ("a\u{7F}b", "must not contain control characters or line breaks"),
        ("eva ", "must not begin or end with a space"),
    ])
    func theErrorForALoginNamesTheViolatedRule(login: String, reason: String) {
        let error = #expect(throws: APIError.self) { try AccountRules.check(login: login) }
        #expect(error?.faults == [.init(field: "login", reason: reason)])
    }

    /// The schema accepts every scalar that the rules accept. Otherwise the creation of an account could give 500.
    @Test func theSchemaAcceptsUnusualCharactersThatTheRulesAccept() async throws {
        try await Stage.with { stage in
            let eva = try #require(try await stage.users.user(login: "eva", in: stage.here.id))
            for scalar in [
                0xA0, 0xAD, 0x200B, 0x200E, 0x202E, 0x2060, 0xFEFF, 0xE000, 0xFFFE, 0x1F3BB, 0xE0001, 0x10FFFF,
            ] {
                let name = "a" + String(try #require(Unicode.Scalar(UInt32(scalar)))) + "b"
                let change = AccountChange(displayName: name)
                let account = try await stage.accounts.change(eva.id, change, in: stage.here.id)
                #expect(account?.displayName == name, "U+\(String(scalar, radix: 16))")
            }
        }
    }
}
