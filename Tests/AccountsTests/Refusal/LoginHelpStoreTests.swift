import Tenancy
import Testing

@testable import Accounts

@Suite struct LoginHelpStoreTests {
    @Test func theTextsOfATenantReplaceTheDefaultsOnlyInThatTenant() async throws {
        try await Stage.with { stage in
            try await stage.setHelp()
            let store = LoginHelpStore(database: stage.database.tenants)
            let here = try await store.help(in: stage.here.id)
            #expect(here.conversionURL == "https://radio.example/join?a=1&b=2")
            #expect(here.supportURL == "https://radio.example/help")
            #expect(here.telephone == "+44-(0)20-7946-0123")
            #expect(here.texts[.subscriptionRequiredTitle] == "Předplatné <skončilo>")
            #expect(here.texts[.subscriptionRequiredDetail] == TenantText.subscriptionRequiredDetail.standard)
            #expect(try await store.help(in: stage.there.id) == LoginHelp())
        }
    }

    @Test func aTenantWithoutTextsHasTheDefaultTexts() async throws {
        try await Stage.with { stage in
            try await stage.database.sql(
                "insert into app.tenant_profile (tenant_id) values (\(stage.here.id.rawValue));")
            #expect(try await LoginHelpStore(database: stage.database.tenants).help(in: stage.here.id) == LoginHelp())
        }
    }
}
