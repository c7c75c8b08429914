import HTTP
import Testing
import Web

@testable import TenantLife

@Suite struct TenantFormTests {
    private static func form(_ text: String) throws -> TenantForm {
        let request = Request(
            method: .post, path: "/", fields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: Array(text.utf8))
        return try TenantForm(try request.form())
    }

    private static let profile: TenantProfile = {
        var profile = TenantProfile(name: "Hall", locale: "cs", timeZone: "UTC")
        profile.texts = ["a": "one\ntwo", "b": "x = y"]
        profile.policies.bufferMs = 90_000
        profile.policies.signUp = true
        return profile
    }()

    @Test func submittingAnUneditedTenantFormKeepsTheProfile() throws {
        let lines = TenantForm.lines(Self.profile.texts)
        #expect(lines == "a = one\\ntwo\nb = x = y")
        var profile = Self.profile
        try Self.form("tag=t&texts=\(lines.percentEncoded)&bufferMinutes=1&signUp=yes").apply(to: &profile)
        #expect(profile == Self.profile, "a length that is not a whole minute is unchanged, too")
    }

    @Test func anUntickedBoxOfTheTenantFormDisablesSignUp() throws {
        var profile = Self.profile
        try Self.form("tag=t").apply(to: &profile)
        #expect(!profile.policies.signUp)
    }

    @Test(arguments: [
        "texts=none", "texts=a%3D1%0Aa%3D2", "skipsBack=%2B5", "skipsBack=", "bufferMinutes=9999999999",
        "bufferMinutes=1441", "skipWindowMinutes=0",
    ])
    func invalidValuesOfTheTenantFormAreRefused(text: String) throws {
        var profile = Self.profile
        let form = try Self.form(text)
        #expect(throws: APIError.self) { try form.apply(to: &profile) }
    }
}
