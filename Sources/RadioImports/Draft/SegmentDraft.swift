/// A segment of a broadcast, as read from a source. `airing` is the key of the broadcast.
public struct SegmentDraft: Draft {
    public static let kind: StaticString = "segment"

    public var airing: String
    /// The start in milliseconds from the start of the broadcast.
    public var offsetMs: Int64
    public var durationMs: Int64
    public var kind: String = "item"
    public var title: String = ""

    private enum CodingKeys: CodingKey { case offsetMs, durationMs, kind, title }

    /// The key of the broadcast, because segments have no identifiers.
    public var key: String { airing }
}
