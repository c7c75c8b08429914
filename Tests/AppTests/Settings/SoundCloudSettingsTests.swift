import SoundCloud
import Testing

@testable import App

struct SoundCloudSettingsTests {
    private static let key = String(repeating: "0f", count: 32)

    @Test func soundCloudIsDisabledWithoutAClientID() throws {
        #expect(try Settings(environment: [:]).soundCloud == nil)
    }

    @Test func aTrailingSlashOfTheAPIAddressIsRemoved() throws {
        let settings = try Settings(environment: [
            "TUTTI_SOUNDCLOUD_CLIENT_ID": "ours", "TUTTI_SOUNDCLOUD_CLIENT_SECRET": "secret",
            "TUTTI_SOUNDCLOUD_API": "http://127.0.0.1:19400/", "TUTTI_SECRET_KEY": Self.key,
        ])
        let app = try #require(settings.soundCloud)
        #expect(app.api == "http://127.0.0.1:19400" && app.auth == SoundCloudApp.publicAuth && app.clientID == "ours")
        #expect(settings.vault != nil)
    }

    @Test(arguments: [
        ["TUTTI_SOUNDCLOUD_CLIENT_ID": "ours"], ["TUTTI_SECRET_KEY": "short"],
        ["TUTTI_SOUNDCLOUD_API": "api.soundcloud.com"], ["TUTTI_SOUNDCLOUD_AUTH": "https://a.example/?x=1"],
    ])
    func incompleteOrInvalidSoundCloudSettingsAreRefused(environment: [String: String]) {
        #expect(throws: SettingsError.self) { try Settings(environment: environment) }
    }
}
