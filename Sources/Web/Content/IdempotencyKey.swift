import HTTP

extension Request {
    /// Returns the key in `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), without its quotation marks, or `nil` if the field is
    /// missing. Throws 400 if the field occurs more than once, or for a key that is not 1 to 200 visible ASCII characters without quotation marks.
    public func idempotencyKey() throws(APIError) -> String? {
        let lines = fields.values(of: "Idempotency-Key")
        guard let line = lines.first else { return nil }
        var key = line[...]
        if key.utf8.count >= 2, key.first == "\"", key.last == "\"" { key = key.dropFirst().dropLast() }
        let reason: String? =
            if lines.count > 1 {
                "the request has \(lines.count) Idempotency-Key headers; send only one"
            } else if !key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") }) {
                "the Idempotency-Key must contain only visible ASCII characters, without spaces or quotation marks"
            } else if !(1...200).contains(key.utf8.count) {
                "the Idempotency-Key must have 1 to 200 characters, found \(key.utf8.count)"
            } else {
                nil
            }
        if let reason { throw APIError(.badRequest, code: .badIdempotencyKey, reason) }
        return String(key)
    }
}
