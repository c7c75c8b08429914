import Web

extension SubsonicRoutes {
    /// Returns an empty response, which confirms the app's credentials.
    func ping(_ call: Call) async throws -> Reply { .done }

    /// Returns a valid license, which older apps require.
    func getLicense(_ call: Call) async throws -> Reply { .one("license", Element([("valid", true)])) }

    /// Returns the account of the app's credentials (extension apiKeyAuthentication).
    func tokenInfo(_ call: Call) async throws -> Reply {
        .one("tokenInfo", Element([("username", .text(call.client.login))]))
    }

    /// Returns the rights of the app's own account. Throws error 50 for another account.
    func getUser(_ call: Call) async throws -> Reply {
        if let name = call.parameters.text("username"), LoginName(name) != LoginName(call.client.login) {
            throw SubsonicError.notAllowed("you can only read your own account")
        }
        return .one(
            "user",
            Element(
                [
                    ("username", .text(call.client.login)), ("email", .init(known: call.client.email)),
                    ("scrobblingEnabled", true), ("adminRole", false), ("settingsRole", false), ("downloadRole", true),
                    ("uploadRole", false), ("playlistRole", true), ("coverArtRole", false), ("commentRole", false),
                    ("podcastRole", false), ("streamRole", true), ("jukeboxRole", true), ("shareRole", false),
                    ("videoConversionRole", false),
                ], [.values("folder", [.number(ItemID.folderNumber)])]))
    }

    /// Reports that no scan is running, because the library is synchronised from SoundCloud.
    func getScanStatus(_ call: Call) async throws -> Reply {
        let count = try await albums.count(of: call.listener)
        return .one("scanStatus", Element([("scanning", false), ("count", .number(count))]))
    }
}
