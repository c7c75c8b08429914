import HTTP

/// A media type with its charset (RFC 9110 §8.3.1). Other parameters are ignored.
struct MediaType: Sendable, Hashable {
    /// The type and subtype in lower case, such as "application/json".
    let essence: String
    /// The charset parameter in lower case; `nil` if the parameter is missing.
    let charset: String?

    init(_ field: String) {
        let parts = field.split(separator: ";", omittingEmptySubsequences: false).map(ASCII.trimmed)
        essence = ASCII.lowered(parts[0])
        charset = parts.dropFirst().map { ASCII.lowered($0) }
            .first { $0.hasPrefix("charset=") }
            .map { $0.dropFirst("charset=".count).filter { $0 != "\"" } }
    }
}

extension Request {
    /// The media type of the content, or `nil` if the request has no `Content-Type`.
    var mediaType: MediaType? { fields["Content-Type"].map(MediaType.init) }

    /// Throws 415 unless the content has this media type, is in UTF-8 and is not compressed. Content without a charset counts as UTF-8.
    ///
    /// - Parameter rule: the media types that the error names; `nil` for `expected` alone.
    public func require(mediaType expected: String, rule: String? = nil) throws(APIError) {
        guard let mediaType, mediaType.essence == expected else {
            let found =
                fields["Content-Type"].map { ", found \"\($0.prefix(100))\"" }
                ?? "; the request has no Content-Type header"
            throw APIError(
                .unsupportedMediaType, code: .unsupportedMediaType, "the content must be \(rule ?? expected)\(found)")
        }
        guard mediaType.charset ?? "utf-8" == "utf-8" else {
            throw APIError(
                .unsupportedMediaType, code: .unsupportedMediaType,
                "the content must be in UTF-8, found \"\(mediaType.charset?.prefix(100) ?? "")\"")
        }
        guard ASCII.lowered(fields["Content-Encoding"] ?? "identity") == "identity" else {
            throw APIError(
                .unsupportedMediaType, code: .unsupportedMediaType,
                "the content must not be compressed, found \"\(fields["Content-Encoding"]?.prefix(100) ?? "")\"")
        }
    }
}
