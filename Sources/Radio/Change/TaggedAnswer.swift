import Cryptography
import HTTP
import Tenancy
import Web

extension Response {
    /// Returns a JSON response with an entity tag for conditional requests (RFC 9110 §8.8.3).
    public static func tagged(_ view: some Encodable, in tenant: TenantID) throws -> Response {
        tagged(try .json(view), in: tenant)
    }

    /// Adds an entity tag, and `Cache-Control: no-cache` unless the field exists, to a response whose content is bytes. The tag contains the tenant
    /// and a hash of the bytes (spec S1.6). Returns any other response unchanged.
    public static func tagged(_ answer: Response, in tenant: TenantID) -> Response {
        guard case .bytes(let bytes) = answer.content else { return answer }
        var answer = answer
        let digest = SHA256.hash(data: bytes).hexadecimal.prefix(24)
        answer.fields["ETag"] = "\"\(tenant).\(digest)\""
        if answer.fields["Cache-Control"] == nil { answer.fields["Cache-Control"] = "no-cache" }
        return answer
    }
}
