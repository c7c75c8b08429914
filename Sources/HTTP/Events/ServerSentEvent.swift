/// One event of an event stream (HTML standard §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The stream position that a client sends back as `Last-Event-ID`; no line ends, no NUL. Empty for none.
    public var id: String
    /// The event type, such as "position". Empty for the default type, "message".
    public var name: String
    /// The data; line ends are sent as further `data:` lines.
    public var data: String
    /// What the event tells of, such as one of several channels; never sent. To a client that reads too slowly a newer event of
    /// the same name and topic takes the place of an older one.
    public var topic: String
    /// The reconnection time that the client is to use from now on, in milliseconds; `nil` leaves it as it is.
    public var retryMilliseconds: Int?

    public init(id: String, name: String, data: String, topic: String = "") {
        self.id = id
        self.name = name
        self.data = data
        self.topic = topic
    }

    /// A reconnection time without an event: clients take it and tell their programs of nothing.
    public static func retry(milliseconds: Int) -> ServerSentEvent {
        var event = ServerSentEvent(id: "", name: "", data: "")
        event.retryMilliseconds = milliseconds
        return event
    }

    /// The lines of the event. A control byte in `id` or `name` becomes a space: it would end the line.
    var serialized: [UInt8] {
        var bytes: [UInt8] = []
        func line(_ field: StaticString, _ value: some Sequence<UInt8>) {
            bytes.append(contentsOf: UnsafeBufferPointer(start: field.utf8Start, count: field.utf8CodeUnitCount))
            bytes.append(contentsOf: value)
            bytes.append(ASCII.lineFeed)
        }
        if !id.isEmpty { line("id: ", id.utf8.map { ASCII.isFieldContent($0) ? $0 : ASCII.space }) }
        if !name.isEmpty { line("event: ", name.utf8.map { ASCII.isFieldContent($0) ? $0 : ASCII.space }) }
        // Any of CRLF, LF and CR ends a line of the stream. Swift takes CRLF as one character.
        // A line "data: " would make an event of a reconnection time alone.
        if !(id.isEmpty && name.isEmpty && data.isEmpty && retryMilliseconds != nil) {
            for part in data.split(
                omittingEmptySubsequences: false, whereSeparator: { "\r\n" == $0 || $0 == "\n" || $0 == "\r" })
            {
                line("data: ", part.utf8)
            }
        }
        if let retryMilliseconds { line("retry: ", String(retryMilliseconds).utf8) }
        bytes.append(ASCII.lineFeed)
        return bytes
    }
}
