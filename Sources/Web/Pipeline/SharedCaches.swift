import HTTP

/// The field `Vary` for shared caches in front of the server (RFC 9111 §4.1).
///
/// Some caches use the server's address as the key, without the host. So a tenant's response that needs no revalidation also varies by Host.
enum SharedCaches {
    /// Adds `Vary` to a response that a shared cache may store. `forwardedFields` are the fields of a trusted proxy on which the response may depend.
    static func addVary(to response: inout Response, forwardedFields: [String]) {
        // A fast path for most responses to a single person.
        if response.fields["Cache-Control"] == "no-store" { return }
        let directives = cacheControl(of: response)
        func has(_ directive: String) -> Bool { directives.contains(directive) }
        guard !has("no-store"), !has("private") else { return }
        var names = forwardedFields
        // With `no-cache` every reuse is revalidated by an entity tag, which belongs to one tenant.
        if !has("no-cache"), !response.realm.isEmpty { names.append("Host") }
        if !names.isEmpty { response.fields.append("Vary", names.joined(separator: ", ")) }
    }

    /// Returns the directives of `Cache-Control` in lower case, without their arguments.
    private static func cacheControl(of response: Response) -> [String] {
        var lines = response.fields.values(of: "Cache-Control")
        if case .representation(let representation) = response.content {
            lines += representation.fields.values(of: "Cache-Control")
        }
        return lines.flatMap { $0.split(separator: ",") }.map { element in
            ASCII.lowered(String(ASCII.trimmed(element.prefix { $0 != "=" })))
        }
    }
}
