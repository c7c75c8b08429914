/// Content that is made while it is sent, such as audio that passes through the server.
///
/// The server asks for more bytes only when the socket has taken the previous bytes, so a slow client slows the source down and the server holds one
/// block per client. The connection ends with the response. While the content is sent, the server discards further input and detects a client that
/// leaves.
public struct StreamedContent: Sendable {
    /// The length in bytes; `nil` if it is unknown. A response without a length is chunked in HTTP/1.1 and ends with the connection in HTTP/1.0.
    public let length: Int?
    /// The strong entity tag with quotes; `nil` for none. The server answers conditional requests, and range requests if the length is known.
    public let tag: String?
    /// The function that opens a range of the content's bytes, or the whole content for `nil`. The server does not call the function for a response
    /// without content, such as the response to HEAD or a 304.
    public let open: @Sendable (Range<Int>?) -> any ContentSource

    /// Creates the content.
    ///
    /// - Parameters:
    ///   - length: the length in bytes; `nil` if unknown.
    ///   - tag: the strong entity tag with quotes; `nil` for none.
    ///   - open: opens a range of the bytes, or all bytes for `nil`. The range is always `nil` if the length is unknown.
    public init(
        length: Int? = nil, tag: String? = nil, open: @escaping @Sendable (Range<Int>?) -> any ContentSource
    ) {
        self.length = length
        self.tag = tag
        self.open = open
    }
}

/// A source of the bytes of a `StreamedContent`. The server calls `next` one call at a time.
public protocol ContentSource: Sendable {
    /// Returns the next bytes, or `nil` at the end. An error resets the connection, so that the client does not take the content as complete.
    func next() async throws -> [UInt8]?
    /// Releases the resources of the source. The server calls this method once: at the end, after an error, or when the connection closes early. In
    /// the last case a call of `next` may still be running, in a cancelled task.
    func end()
}
