import HTTP

/// What a shared cache in front has to know of an answer (RFC 9111 §4.1): on which request fields it depends.
///
/// A cache keys by the target URI, of which the host is a part, but some key by the address of the server behind them unless
/// told otherwise. So an answer that may be used again without asking names Host too.
enum SharedCaches {
    /// Adds `Vary` to an answer that a shared cache may store.
    ///
    /// - Parameter forwardedFields: those of a trusted proxy that the answer may depend on.
    static func addVary(to response: inout Response, forwardedFields: [String]) {
        // Nearly every answer made for one person, told without taking the field apart.
        if response.fields["Cache-Control"] == "no-store" { return }
        let directives = cacheControl(of: response)
        func has(_ directive: String) -> Bool { directives.contains(directive) }
        guard !has("no-store"), !has("private") else { return }
        var names = forwardedFields
        // What is asked about each time is compared by its entity tag, which is the tenant's own.
        if !has("no-cache"), !response.realm.isEmpty { names.append("Host") }
        if !names.isEmpty { response.fields.append("Vary", names.joined(separator: ", ")) }
    }

    /// The directives, without their arguments; of prebuilt content they are its own.
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
