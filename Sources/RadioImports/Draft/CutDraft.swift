import Web

/// A song or other item that was played, as read from a source. `channel` is the key of its channel.
public struct CutDraft: Draft {
    public static let kind: StaticString = "cut"

    public var key: String
    public var channel: String
    /// The key of the broadcast that contains the cut; `nil` if the source names no broadcast.
    public var airing: String? = nil
    /// The start; `nil` if unknown, in which case `airing` and `position` are required.
    public var startsAt: Instant? = nil
    /// The position in the broadcast's tracklist, starting at 0; `nil` if unknown.
    public var position: Int32? = nil
    public var durationMs: Int64? = nil
    public var kind: String = "song"
    public var isMusic: Bool = true
    public var title: String
    public var artist: String = ""
    public var album: String = ""
    public var label: String = ""
    public var isrc: String? = nil
}
