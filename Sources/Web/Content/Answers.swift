import HTTP

extension Response {
    /// A view as JSON: members sorted by name, so that equal views are equal bytes; slashes as they are.
    /// `nil` members are left out. A `Date` is written as an `Instant` is. Numbers are never NaN or infinite: such a view throws.
    public static func json(
        _ view: some Encodable, status: Status = .ok, fields: Fields = [:], mediaType: String = "application/json"
    ) throws -> Response {
        .bytes(try ViewWriter.bytes(view), mediaType: mediaType, status: status, fields: fields)
    }

    /// One text in UTF-8.
    public static func text(_ text: String, status: Status = .ok, fields: Fields = [:]) -> Response {
        .bytes(Array(text.utf8), mediaType: "text/plain; charset=utf-8", status: status, fields: fields)
    }

    /// Bytes of a media type, which carries its charset where it is text.
    public static func bytes(
        _ bytes: [UInt8], mediaType: String, status: Status = .ok, fields: Fields = [:]
    ) -> Response {
        var fields = fields
        fields["Content-Type"] = mediaType
        return Response(status, fields: fields, content: .bytes(bytes))
    }

    /// 204.
    public static var noContent: Response { Response(.noContent) }

    /// 303: the form is taken; the browser goes on with a GET, so that a reload posts nothing twice.
    ///
    /// - Parameter path: a local path as a `LocalPath` vouches for it, so that no input redirects elsewhere.
    public static func seeOther(_ path: LocalPath, fields: Fields = [:]) -> Response {
        var fields = fields
        fields["Location"] = path.text
        return Response(.seeOther, fields: fields)
    }
}
