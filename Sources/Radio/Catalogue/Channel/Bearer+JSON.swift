/// The JSON format in which programmers send and receive bearers.
extension Bearer: Codable {
    private enum CodingKeys: String, CodingKey { case uri, purpose, mediaType, bitrate, cost, offsetMs }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    public init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let uri = try draft.name(.uri, limit: 2000)
        draft.check(
            uri.wholeMatch(of: #/[a-z][a-z0-9+.\-]*:[^\s]+/#) != nil, .uri,
            "must be a URI without spaces, such as fm:ce1.c479.09580 or https://radio.example/live.mp3, "
                + "found \"\(uri.prefix(100))\"")
        let purpose = try draft.choice(.purpose, otherwise: Purpose.live)
        self.init(
            uri: uri, purpose: purpose ?? .live,
            mediaType: try draft.text(.mediaType, limit: 100, isOneLine: true),
            bitrate: try draft.number(.bitrate, in: 0...100_000) ?? 0,
            cost: try draft.number(.cost, in: 0...100_000) ?? 0,
            offsetMs: try draft.number(.offsetMs, in: 0...600_000) ?? 0)
        try draft.finish()
    }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(uri, forKey: .uri)
        try members.encode(purpose.rawValue, forKey: .purpose)
        try members.encode(mediaType, forKey: .mediaType)
        try members.encode(bitrate, forKey: .bitrate)
        try members.encode(cost, forKey: .cost)
        try members.encode(offsetMs, forKey: .offsetMs)
    }
}
