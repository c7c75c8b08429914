/// Content that is made while it is sent, such as audio that passes through the server.
///
/// The server asks for more bytes only when the socket has taken the previous ones. The connection ends with the response.
public struct StreamedContent: Sendable {
    /// The length in bytes; `nil` if it is unknown, so that the content is chunked in HTTP/1.1 and ends with the connection in HTTP/1.0.
    public let length: Int?
    /// The strong entity tag with quotes; `nil` for none.
    public let tag: String?
    /// Opens a range of the content's bytes, or the whole content for `nil`. Not called for a response without content, as to HEAD.
    public let open: @Sendable (Range<Int>?) -> any ContentSource

    /// Creates the content. The range passed to `open` is always `nil` if the length is unknown.
    public init(
        length: Int? = nil, tag: String? = nil, open: @escaping @Sendable (Range<Int>?) -> any ContentSource
    ) {
        self.length = length
        self.tag = tag
        self.open = open
    }
}

/// A source of the bytes of a `StreamedContent`. The server makes one call of `next` at a time.
public protocol ContentSource: Sendable {
    /// Returns the next bytes, or `nil` at the end. An error, or a total other than a known length, resets the connection, so that the client does
    /// not take the content as complete.
    func next() async throws -> [UInt8]?
    /// Releases the resources. Called once: at the end, after an error, or when the connection closes, perhaps during a cancelled `next`.
    func end()
}
