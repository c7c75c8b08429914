/// The reason why a message was refused, one case per rule. The connection ends afterwards, since the start of the next message
/// is uncertain.
enum Rejection: Error, Hashable, CaseIterable {
    /// A line ends in LF alone. RFC 9112 §2.2 lets a recipient accept it; a proxy may not.
    case bareLineFeed
    /// More than a few empty lines before a request line (RFC 9112 §2.2 asks to ignore "at least one").
    case tooManyEmptyLines
    /// Not `method SP request-target SP HTTP-version` (RFC 9112 §3).
    case malformedRequestLine
    /// Not one of the four target forms, or not the form that the method requires (RFC 9112 §3.2).
    case malformedTarget
    /// A major version other than 1 (RFC 9110 §15.6.6).
    case unsupportedVersion
    /// A method that no resource supports (RFC 9110 §15.6.2), including TRACE and CONNECT.
    case unknownMethod
    /// A request line beyond `Limits.requestLine` (RFC 9112 §3).
    case requestLineTooLong
    /// Fields beyond `Limits.fieldSection` or `Limits.fieldCount` (RFC 6585 §5).
    case fieldsTooLarge
    /// Not `name ":" value`: whitespace before the colon, folding, a name that is not a token, or a control byte in the value
    /// (RFC 9110 §5.5, RFC 9112 §5).
    case malformedField
    /// Host is missing in HTTP/1.1, repeated, or not a valid authority (RFC 9112 §3.2).
    case invalidHost
    /// Content-Length is repeated or contains other bytes than digits (RFC 9110 §8.6).
    case invalidContentLength
    /// Content-Length beyond 2^63, or content beyond the route's limit (RFC 9110 §15.5.14).
    case contentTooLarge
    /// Transfer-Encoding is repeated or empty, ends in another coding than chunked, names chunked twice, or comes in HTTP/1.0
    /// (RFC 9112 §6.1, §6.3).
    case invalidTransferEncoding
    /// An unknown transfer coding before a final chunked (RFC 9112 §6.1).
    case unknownTransferCoding
    /// Both Transfer-Encoding and Content-Length, a sign of request smuggling (RFC 9112 §6.1).
    case conflictingFraming
    /// An expectation other than 100-continue (RFC 9110 §10.1.1).
    case unknownExpectation
    /// Invalid chunk size, extension, data or line end (RFC 9112 §7.1).
    case malformedChunk
    /// Chunk extensions beyond `Limits.chunkExtensions` (RFC 9112 §7.1.1).
    case chunkExtensionsTooLarge
    /// Trailer fields beyond `Limits.trailerSection` (RFC 9112 §7.1.2).
    case trailersTooLarge
    /// The head or the content did not arrive in time (RFC 9110 §15.5.9).
    case timeout

    var status: Status {
        switch self {
        case .bareLineFeed, .tooManyEmptyLines, .malformedRequestLine, .malformedTarget, .malformedField, .invalidHost,
            .invalidContentLength, .invalidTransferEncoding, .conflictingFraming, .malformedChunk:
            .badRequest
        case .timeout: .requestTimeout
        case .contentTooLarge: .contentTooLarge
        case .requestLineTooLong: .uriTooLong
        case .unknownExpectation: .expectationFailed
        case .fieldsTooLarge, .chunkExtensionsTooLarge, .trailersTooLarge: .fieldsTooLarge
        case .unknownMethod, .unknownTransferCoding: .notImplemented
        case .unsupportedVersion: .versionNotSupported
        }
    }
}
