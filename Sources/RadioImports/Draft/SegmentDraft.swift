/// A stretch of a broadcast.
public struct SegmentDraft: Sendable, Hashable {
    /// The key of its broadcast.
    public var airing: String
    public var offsetMs: Int64
    public var durationMs: Int64
    public var kind: String = "item"
    public var title: String = ""

    public init(airing: String, offsetMs: Int64, durationMs: Int64) {
        self.airing = airing
        self.offsetMs = offsetMs
        self.durationMs = durationMs
    }
}
