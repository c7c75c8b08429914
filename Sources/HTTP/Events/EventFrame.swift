/// A serialised event, created once for all streams (HTML standard §9.2.5, RFC 9112 §7.1).
final class EventFrame: Sendable {
    let id: String
    let name: String
    let topic: String
    /// The event as one chunk of the chunked coding.
    let chunk: [UInt8]
    /// The range of the event in the chunk, for HTTP/1.0 clients.
    let payload: Range<Int>

    init(_ event: ServerSentEvent) {
        id = event.id
        name = event.name
        topic = event.topic
        (chunk, payload) = Self.chunk(event.serialized)
    }

    /// A comment, which clients ignore. It keeps proxies from closing an idle stream and detects clients that have left.
    static let heartbeat = EventFrame(comment: [UInt8](":\n\n".utf8))

    /// The last chunk, which ends a response with chunked coding.
    static let lastChunk: [UInt8] = Array("0\r\n\r\n".utf8)

    private init(comment: [UInt8]) {
        id = ""
        name = ""
        topic = ""
        (chunk, payload) = Self.chunk(comment)
    }

    private static func chunk(_ payload: [UInt8]) -> ([UInt8], Range<Int>) {
        let head = Array((String(payload.count, radix: 16) + "\r\n").utf8)
        return (head + payload + Array("\r\n".utf8), head.count..<(head.count + payload.count))
    }
}
