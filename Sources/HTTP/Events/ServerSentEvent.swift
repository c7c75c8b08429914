/// One event of an event stream (HTML standard §9.2).
public struct ServerSentEvent: Sendable, Hashable {
    /// The stream position that a client sends back as `Last-Event-ID`, without line ends and NUL; empty for none.
    public var id: String
    /// The event type, such as "position"; empty for the default type, "message".
    public var name: String
    /// The data. Each line is sent as a `data:` line of its own.
    public var data: String
    /// The subject of the event, which is not sent. For a slow client, a newer event replaces an older one of the same name and topic.
    public var topic: String
    /// The client's new reconnection time, in milliseconds; `nil` to leave the time unchanged.
    public var retryMilliseconds: Int?

    public init(id: String, name: String, data: String, topic: String = "") {
        self.id = id
        self.name = name
        self.data = data
        self.topic = topic
    }

    /// Returns an event that only sets the client's reconnection time. The client's scripts do not receive it.
    public static func retry(milliseconds: Int) -> ServerSentEvent {
        var event = ServerSentEvent(id: "", name: "", data: "")
        event.retryMilliseconds = milliseconds
        return event
    }

    /// The event in the form sent to clients. Control bytes in `id` or `name`, which could end the line, become spaces.
    var serialized: [UInt8] {
        var bytes: [UInt8] = []
        func line(_ field: StaticString, _ value: some Sequence<UInt8>) {
            bytes.append(contentsOf: UnsafeBufferPointer(start: field.utf8Start, count: field.utf8CodeUnitCount))
            bytes.append(contentsOf: value)
            bytes.append(ASCII.lineFeed)
        }
        if !id.isEmpty { line("id: ", id.utf8.map { ASCII.isFieldContent($0) ? $0 : ASCII.space }) }
        if !name.isEmpty { line("event: ", name.utf8.map { ASCII.isFieldContent($0) ? $0 : ASCII.space }) }
        // CRLF, LF and CR each end a line. A line "data: " would turn a lone reconnection time into an event.
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
