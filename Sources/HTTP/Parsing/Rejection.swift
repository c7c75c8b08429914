/// The rule that a refused message breaks. The connection ends afterwards, since the start of the next message is uncertain.
enum Rejection: Error, Hashable, CaseIterable {
    /// A line ends in LF alone, which RFC 9112 §2.2 permits, but which a proxy in front may not accept.
    case bareLineFeed
    /// More than four empty lines precede a request line (RFC 9112 §2.2 asks to ignore "at least one").
    case tooManyEmptyLines
    /// The request line is not `method SP request-target SP HTTP-version` (RFC 9112 §3).
    case malformedRequestLine
    /// The target has a form that the method does not allow (RFC 9112 §3.2), or an invalid byte or escape.
    case malformedTarget
    /// The major version is not 1 (RFC 9110 §15.6.6).
    case unsupportedVersion
    /// No resource supports the method (RFC 9110 §15.6.2), such as TRACE or CONNECT.
    case unknownMethod
    /// The request line exceeds `Limits.requestLine` (RFC 9112 §3).
    case requestLineTooLong
    /// The fields exceed `Limits.fieldSection` or `Limits.fieldCount` (RFC 6585 §5).
    case fieldsTooLarge
    /// A field is not `name ":" value`: for instance whitespace before the colon, folding, or a control byte (RFC 9110 §5.5, RFC 9112 §5).
    case malformedField
    /// Host is missing in HTTP/1.1, repeated, or not a valid authority (RFC 9112 §3.2).
    case invalidHost
    /// Content-Length is repeated, empty or not digits (RFC 9110 §8.6).
    case invalidContentLength
    /// Content-Length does not fit 63 bits, or the content exceeds the route's limit (RFC 9110 §15.5.14).
    case contentTooLarge
    /// Transfer-Encoding is repeated or empty, does not end in chunked, names chunked twice, or is sent in HTTP/1.0 (RFC 9112 §6.1, §6.3).
    case invalidTransferEncoding
    /// Transfer-Encoding names an unknown coding before the final chunked (RFC 9112 §6.1).
    case unknownTransferCoding
    /// The message has both Transfer-Encoding and Content-Length, a sign of request smuggling (RFC 9112 §6.1).
    case conflictingFraming
    /// Expect has a value other than 100-continue (RFC 9110 §10.1.1).
    case unknownExpectation
    /// A chunk has an invalid size, extension or line end (RFC 9112 §7.1).
    case malformedChunk
    /// The chunk extensions exceed `Limits.chunkExtensions` (RFC 9112 §7.1.1).
    case chunkExtensionsTooLarge
    /// The trailer fields exceed `Limits.trailerSection` (RFC 9112 §7.1.2).
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
