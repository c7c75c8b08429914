/// The number of a channel on one platform, such as "ios", "android" or "car".
struct PlatformNumber: Codable, Sendable, Hashable {
    let platform: String
    let number: Int32

    private enum CodingKeys: String, CodingKey { case platform, number }

    init(platform: String, number: Int32) {
        self.platform = platform
        self.number = number
    }

    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        platform = try draft.name(.platform, limit: 50)
        draft.check(
            platform.wholeMatch(of: #/[a-z0-9][a-z0-9-]{0,49}/#) != nil, .platform,
            "must be 1 to 50 lower-case letters (a to z), digits or hyphens, without a hyphen at the beginning, "
                + "found \"\(platform.prefix(100))\"")
        let number: Int32? = try draft.number(.number, in: 0...99_999)
        draft.check(number != nil, .number, "is missing: send a whole number from 0 to 99999")
        try draft.finish()
        self.number = number ?? 0
    }
}
