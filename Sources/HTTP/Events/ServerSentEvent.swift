/// One event of an event stream (HTML standard §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The stream position that a client sends back as `Last-Event-ID`; no line ends, no NUL.
    public var id: String
    /// The event type, such as "position".
    public var name: String
    /// The data; line ends are sent as further `data:` lines.
    public var data: String

    public init(id: String, name: String, data: String) {
        self.id = id
        self.name = name
        self.data = data
    }
}
