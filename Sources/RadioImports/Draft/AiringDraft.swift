import Web

/// A broadcast as read from a source. `channel`, `show` and `episode` are the keys of other items. A missing actual time equals the planned time.
public struct AiringDraft: Draft {
    public static let kind: StaticString = "airing"

    public var key: String
    public var channel: String
    public var show: String
    public var episode: String? = nil
    public var plannedStart: Instant
    public var plannedEnd: Instant
    public var actualStart: Instant? = nil
    public var actualEnd: Instant? = nil
    public var title: String = ""
    public var description: String = ""
    public var isLive: Bool = false
    public var isRepeat: Bool = false
    public var isCancelled: Bool = false
}
