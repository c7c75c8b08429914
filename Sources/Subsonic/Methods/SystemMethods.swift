import Web

extension SubsonicRoutes {
    /// Whether the program is let in.
    func ping(_ call: Call) async throws -> Reply { .done }

    /// Programs of old want to be told that they are licensed.
    func getLicense(_ call: Call) async throws -> Reply { .one("license", Element([("valid", true)])) }

    /// Whose key it is (extension apiKeyAuthentication).
    func tokenInfo(_ call: Call) async throws -> Reply {
        .one("tokenInfo", Element([("username", .text(call.client.login))]))
    }

    /// What the account may do. Nobody reads of another's.
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
                    ("podcastRole", false), ("streamRole", true), ("jukeboxRole", false), ("shareRole", false),
                    ("videoConversionRole", false),
                ], [.values("folder", [.number(ItemID.folderNumber)])]))
    }

    /// Nothing is scanned here: a library is brought from SoundCloud, and there when it is there.
    func getScanStatus(_ call: Call) async throws -> Reply {
        let count = try await albums.count(of: call.listener)
        return .one("scanStatus", Element([("scanning", false), ("count", .number(count))]))
    }
}
