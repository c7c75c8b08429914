import HTTP

extension Response {
    /// Returns a JSON response. Members are sorted by name, so that equal views give equal bytes, and `nil` members are omitted unless they are
    /// `Nullable`. Throws the errors of `ViewWriter.bytes(_:)`.
    public static func json(
        _ view: some Encodable, status: Status = .ok, fields: Fields = [:], mediaType: String = "application/json"
    ) throws -> Response {
        .bytes(try ViewWriter.bytes(view), mediaType: mediaType, status: status, fields: fields)
    }

    /// Returns a plain-text response.
    public static func text(_ text: String, status: Status = .ok, fields: Fields = [:]) -> Response {
        .bytes(Array(text.utf8), mediaType: "text/plain; charset=utf-8", status: status, fields: fields)
    }

    /// Returns a response with the given bytes. For a text, `mediaType` must include the charset.
    public static func bytes(
        _ bytes: [UInt8], mediaType: String, status: Status = .ok, fields: Fields = [:]
    ) -> Response {
        var fields = fields
        fields["Content-Type"] = mediaType
        return Response(status, fields: fields, content: .bytes(bytes))
    }

    /// A 204 response without content.
    public static var noContent: Response { Response(.noContent) }

    /// Returns a 303 response: the browser continues with a GET, so that reloading the page does not post a form again.
    public static func seeOther(_ path: LocalPath, fields: Fields = [:]) -> Response {
        var fields = fields
        fields["Location"] = path.text
        return Response(.seeOther, fields: fields)
    }
}
