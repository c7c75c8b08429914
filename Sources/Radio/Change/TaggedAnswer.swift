import Cryptography
import HTTP
import Tenancy
import Web

extension Response {
    /// Returns a public JSON response with an entity tag for conditional requests (RFC 9110 §8.8.3). Throws the error of encoding the view.
    public static func tagged(_ view: some Encodable, in tenant: TenantID) throws -> Response {
        tagged(try .json(view), in: tenant)
    }

    /// Adds an entity tag and, unless the response has a `Cache-Control`, the value `no-cache` to a response whose content is bytes. The tag contains
    /// the tenant and a hash of the bytes, so tenants never share a tag (spec S1.6). A clock-dependent response gets a new tag when its bytes change.
    /// Any other response is returned unchanged.
    public static func tagged(_ answer: Response, in tenant: TenantID) -> Response {
        guard case .bytes(let bytes) = answer.content else { return answer }
        var answer = answer
        let digest = SHA256.hash(data: bytes).hexadecimal.prefix(24)
        answer.fields["ETag"] = "\"\(tenant).\(digest)\""
        if answer.fields["Cache-Control"] == nil { answer.fields["Cache-Control"] = "no-cache" }
        return answer
    }
}
