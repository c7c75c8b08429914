/// A segment of a broadcast.
public struct SegmentDraft: Draft {
    public static let kind: StaticString = "segment"

    /// The key of its broadcast.
    public var airing: String
    public var offsetMs: Int64
    public var durationMs: Int64
    public var kind: String = "item"
    public var title: String = ""

    private enum CodingKeys: CodingKey { case offsetMs, durationMs, kind, title }

    /// The key of the broadcast, since segments have no identifier of their own.
    public var key: String { airing }

    public init(airing: String, offsetMs: Int64, durationMs: Int64) {
        self.airing = airing
        self.offsetMs = offsetMs
        self.durationMs = durationMs
    }
}
