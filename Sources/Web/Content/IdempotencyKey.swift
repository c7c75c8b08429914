import HTTP

extension Request {
    /// The `Idempotency-Key` of a write: a repeat of the same key is answered like the first time, so that a
    /// client that lost the answer may ask again (draft-ietf-httpapi-idempotency-key-header). `nil` without
    /// one; 400 for two, or for one that is not 1 to 200 visible ASCII characters, in quotes or without.
    public func idempotencyKey() throws(APIError) -> String? {
        let lines = fields.values(of: "Idempotency-Key")
        guard let line = lines.first else { return nil }
        var key = line[...]
        if key.utf8.count >= 2, key.first == "\"", key.last == "\"" { key = key.dropFirst().dropLast() }
        guard lines.count == 1, (1...200).contains(key.utf8.count),
            key.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "\"") })
        else {
            throw APIError(
                .badRequest, code: "bad-idempotency-key",
                "Idempotency-Key must be 1 to 200 visible ASCII characters, without spaces or quotes inside")
        }
        return String(key)
    }
}
