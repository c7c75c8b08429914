import Cryptography
import HTTP
import Web

/// The idempotency key of a request that creates something, with a digest of its path and content.
public struct EditKey: Sendable, Hashable {
    let key: String
    let digest: [UInt8]

    /// Reads the field `Idempotency-Key` of a request; `nil` for a request without the field. Throws `APIError` 400 for an invalid key.
    public init?(_ request: Request) throws(APIError) {
        guard let key = try request.idempotencyKey() else { return nil }
        self.key = key
        var hash = SHA256()
        for part in [Array(request.path.utf8), request.body] {
            withUnsafeBytes(of: Int64(part.count).littleEndian) { hash.update(data: $0) }
            hash.update(data: part)
        }
        digest = Array(hash.finalize())
    }
}
