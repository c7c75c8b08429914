import HTTP

/// The reason why a `multipart/form-data` body was refused, one case for each rule.
public enum MultipartError: Error, Sendable, Hashable, CaseIterable {
    /// The `Content-Type` field is repeated or malformed, or does not have exactly one valid boundary (RFC 2046 §5.1.1).
    case invalidBoundary
    /// Bytes are outside the parts, or a delimiter is not alone on its line or is within a part's header. RFC 2046 §5.1.1 permits ignoring such
    /// bytes, but another reader could find other parts there.
    case malformedDelimiter
    /// The body ends before its last delimiter.
    case unterminated
    case tooManyParts
    case headTooLarge
    /// A field line of a part is malformed (RFC 9112 §5 has the same rule), or a part has a second Content-Type or one that is not UTF-8.
    case malformedField
    /// A part does not have exactly one `Content-Disposition: form-data` with one non-empty `name` (RFC 7578 §4.2), or a parameter is malformed or
    /// can be read in two ways, such as `filename*`.
    case malformedDisposition
    /// A name is not UTF-8, or contains a control character, a line end (also as "%0D" or "%0A") or a bidirectional control; or a file name is
    /// "." or "..".
    case unsafeName
    case nameTooLong
    case fileNameTooLong
    /// A part has a Content-Transfer-Encoding that changes the bytes (RFC 7578 §4.7 deprecates the field).
    case encodedContent

    /// The error for clients: 413 if a limit is exceeded, 400 otherwise.
    var asAPIError: APIError {
        switch self {
        case .tooManyParts, .headTooLarge, .nameTooLong, .fileNameTooLong:
            APIError(.contentTooLarge, code: .multipartTooLarge, sentence)
        default: APIError(.badRequest, code: .badMultipart, sentence)
        }
    }

    private var sentence: String {
        switch self {
        case .invalidBoundary:
            "the Content-Type header must have one boundary parameter of 1 to 70 characters that RFC 2046 allows"
        case .malformedDelimiter:
            "every boundary of the form must be alone on its line, and no bytes may be outside the parts"
        case .unterminated: "the form ends before its closing boundary; send the whole form again"
        case .tooManyParts:
            "the form must have at most \(MultipartForm.Limits().parts) fields and files; send fewer files at once"
        case .headTooLarge:
            "the header of a field or file must have at most \(MultipartForm.Limits().head) bytes; shorten the header"
        case .malformedField:
            "every header line of a field or file must have the form \"Name: value\" in UTF-8, "
                + "and each field or file must have at most one Content-Type header"
        case .malformedDisposition:
            "each part must have one \"Content-Disposition: form-data\" header with one non-empty name parameter, "
                + "at most one filename parameter, and no name* or filename* parameter"
        case .unsafeName:
            "the name of a field or file must be UTF-8 text without control characters, line breaks or "
                + "direction marks, and not \".\" or \"..\"; rename the field or file and send the form again"
        case .nameTooLong:
            "the name of a field must have at most \(MultipartForm.Limits().name) bytes; shorten the name"
        case .fileNameTooLong:
            "the name of a file must have at most \(MultipartForm.Limits().fileName) bytes; rename the file"
        case .encodedContent:
            "the Content-Transfer-Encoding header of a field or file must be 7bit, 8bit or binary; "
                + "change or remove the header"
        }
    }
}
