import HTTP

extension Response {
    /// 304 in place of an answer whose entity tag the client has already (RFC 9110 §15.4.5); this one otherwise.
    ///
    /// Of an answer to GET or HEAD that is 200. It saves the way and not the work; what is prebuilt saves both.
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
