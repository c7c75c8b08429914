import Crypto
import HTTP
import Tenancy
import Web

extension Response {
    /// A public answer as JSON that clients ask about again with its entity tag (RFC 9110 §8.8.3).
    public static func tagged(_ view: some Encodable, in tenant: TenantID) throws -> Response {
        tagged(try .json(view), in: tenant)
    }

    /// The same of any answer in bytes. The tag is made of the bytes and of the tenant: what one has must not look like what
    /// another's client knows already (spec S1.6), and what depends on the clock is another one when it is.
    public static func tagged(_ answer: Response, in tenant: TenantID) -> Response {
        guard case .bytes(let bytes) = answer.content else { return answer }
        var answer = answer
        let digest = SHA256.hash(data: bytes).prefix(12)
            .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
        answer.fields["ETag"] = "\"\(tenant).\(digest)\""
        if answer.fields["Cache-Control"] == nil { answer.fields["Cache-Control"] = "no-cache" }
        return answer
    }
}
