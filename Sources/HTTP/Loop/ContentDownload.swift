/// The state of streamed content that is being sent, confined to the loop of its connection.
final class ContentDownload {
    let source: any ContentSource
    /// Whether the content is chunked (RFC 9112 §7.1).
    let isChunked: Bool
    /// The number of promised bytes still missing; `nil` if the length is unknown.
    var missing: Int?
    /// The task that waits for the source's next bytes.
    var task: Task<Void, Never>?

    init(_ source: any ContentSource, isChunked: Bool, length: Int?) {
        self.source = source
        self.isChunked = isChunked
        missing = length
    }
}
