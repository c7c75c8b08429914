/// The skip limits of a channel within a window (spec R22), and whether they apply. A `nil` limit means the tenant's limit.
public struct SkipPolicy: Codable, Sendable, Hashable {
    public let isRestricted: Bool
    public let back: Int32?
    public let forward: Int32?
    /// The maximum number of skips in both directions together.
    public let total: Int32?
    /// The period in milliseconds for which a skip counts.
    public let windowMs: Int64?

    public init(
        isRestricted: Bool = false, back: Int32? = nil, forward: Int32? = nil, total: Int32? = nil,
        windowMs: Int64? = nil
    ) {
        self.isRestricted = isRestricted
        self.back = back
        self.forward = forward
        self.total = total
        self.windowMs = windowMs
    }

    private enum CodingKeys: String, CodingKey { case isRestricted, back, forward, total, windowMs }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    public init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        isRestricted = try draft.flag(.isRestricted)
        back = try draft.number(.back, in: 0...1000)
        forward = try draft.number(.forward, in: 0...1000)
        total = try draft.number(.total, in: 0...2000)
        windowMs = try draft.number(.windowMs, in: 60_000...86_400_000)
        try draft.finish()
    }
}
