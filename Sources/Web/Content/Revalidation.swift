import HTTP

extension Response {
    /// Returns a 304 response if the client already has this entity tag (RFC 9110 §15.4.5), otherwise this response. Only a 200 response to GET or
    /// HEAD is replaced. The 304 saves sending the content, but not computing it.
    func unlessKnown(to request: Request) -> Response {
        guard status == .ok, request.method == .get || request.method == .head, let tag = fields["ETag"],
            request.has(entityTag: tag)
        else { return self }
        var kept: Fields = [:]
        for name in ["ETag", "Cache-Control", "Vary", "Last-Modified"] {
            for value in fields.values(of: name) { kept.append(name, value) }
        }
        return Response(.notModified, fields: kept)
    }
}
