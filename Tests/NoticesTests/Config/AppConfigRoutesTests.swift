import HTTP
import Tenancy
import Testing
import Web

@testable import Notices

@Suite struct AppConfigRoutesTests {
    private static let path = "/api/v1/config"

    /// Spec R2.
    @Test func getConfig() async throws {
        try await Stage.with { stage in
            let plain = await stage.send(.get, Self.path)
            #expect(plain.status == 200)
            #expect(
                plain.text
                    == #"{"brand":{"accentColour":null,"logoUrl":null},"conversionUrl":null,"learnMoreUrl":null,"#
                    + #""locale":"und","name":"Here","signUp":false,"supportPhone":null,"supportUrl":null,"timeZone":"UTC"}"#
            )
            try await stage.database.sql(
                """
                insert into app.tenant_profile (tenant_id, learn_more_url, conversion_url, support_url, support_phone, sign_up)
                values (\(stage.here.id), 'https://a.example/', 'https://b.example/', 'https://c.example/', '+420 123', true)
                """)
            let full = await stage.send(.get, Self.path)
            #expect(full["learnMoreUrl"] as? String == "https://a.example/")
            #expect(full["conversionUrl"] as? String == "https://b.example/")
            #expect(full["supportUrl"] as? String == "https://c.example/")
            #expect(full["supportPhone"] as? String == "+420 123")
            #expect(full["signUp"] as? Bool == true)
            #expect(await stage.send(.get, Self.path, at: "there").text == plain.text.replacing("Here", with: "There"))
        }
    }

    @Test func theAppConfigurationCanBeCachedForAMinute() async throws {
        try await Stage.with { stage in
            let first = try #require(await stage.send(.get, Self.path).representation)
            let second = try #require(await stage.send(.get, Self.path).representation)
            #expect(first === second, "equal answers share one object")
            #expect(first.fields["Cache-Control"] == "public, max-age=60")
            try await stage.database.sql(
                "insert into app.tenant_profile (tenant_id, sign_up) values (\(stage.here.id), true)")
            let third = try #require(await stage.send(.get, Self.path).representation)
            #expect(third.entityTag != first.entityTag)
        }
    }

    @Test func theAppConfigurationContainsTheBrandAndTimeZoneOfTheTenant() throws {
        let tenant = Tenant(
            id: TenantID(rawValue: 1), slug: "hall", name: "Hall", locale: "cs", integerSeconds: false,
            multicast: MulticastScope(), timeZone: "Europe/Prague",
            brand: TenantBrand(accentColour: "#aa0000", logo: String(repeating: "0", count: 64)))
        guard case .bytes(let bytes) = try Response.json(AppConfigView(AppConfig(), of: tenant)).content else {
            Issue.record("the content is not in memory")
            return
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(text.contains(##""brand":{"accentColour":"#aa0000","logoUrl":"/logo"}"##))
        #expect(text.contains(#""timeZone":"Europe/Prague""#))
    }
}
