/// Pages of which other origins may read answers: the server's part of the CORS protocol (Fetch standard, "CORS protocol").
public struct CrossOriginPolicy: Sendable, Hashable {
    /// Origins as browsers write them in `Origin`, or "*" alone for every one.
    public let origins: [String]
    /// The value of `Access-Control-Expose-Headers`: what pages may read beside the safelisted response fields.
    public let exposedFields: String

    public init(origins: [String], exposedFields: String) {
        self.origins = origins
        self.exposedFields = exposedFields
    }

    /// Whether every origin may read: its answers are the same for all.
    private var isForAll: Bool { origins.count == 1 && origins[0] == "*" }

    /// The CORS fields for a request with this `Origin`; `nil` for a request without one.
    public func fields(for origin: String?) -> CrossOriginFields {
        if isForAll { return CrossOriginFields(allowedOrigin: "*", exposedFields: exposedFields) }
        let allowed = origin.flatMap { origin in origins.first { $0.utf8.elementsEqual(origin.utf8) } }
        return CrossOriginFields(allowedOrigin: allowed, exposedFields: exposedFields)
    }

    /// The same from the bytes of the field, empty without one. O(origins).
    func fields(for origin: Bytes) -> CrossOriginFields {
        if isForAll { return CrossOriginFields(allowedOrigin: "*", exposedFields: exposedFields) }
        let allowed = origin.isEmpty ? nil : origins.first { $0.utf8.elementsEqual(origin) }
        return CrossOriginFields(allowedOrigin: allowed, exposedFields: exposedFields)
    }
}

/// The CORS fields of one answer.
///
/// Never `Access-Control-Allow-Credentials`: cookies are for our own pages.
public struct CrossOriginFields: Sendable, Hashable {
    /// The value of `Access-Control-Allow-Origin`; `nil` where the origin may not read.
    let allowedOrigin: String?
    let exposedFields: String

    /// Whether a request of another origin is answered otherwise, which caches have to know. "*" is said to everybody.
    private var isForThisOrigin: Bool { allowedOrigin != "*" }

    /// The same as fields of a response.
    public var fields: Fields {
        var fields = Fields()
        if let allowedOrigin {
            fields.append("Access-Control-Allow-Origin", allowedOrigin)
            fields.append("Access-Control-Expose-Headers", exposedFields)
        }
        if isForThisOrigin { fields.append("Vary", "Origin") }
        return fields
    }

    func append(to output: inout OutputBuffer) {
        if let allowedOrigin {
            output.append("Access-Control-Allow-Origin: ")
            output.append(text: allowedOrigin)
            output.append("\r\nAccess-Control-Expose-Headers: ")
            output.append(text: exposedFields)
            output.append("\r\n")
        }
        if isForThisOrigin { output.append("Vary: Origin\r\n") }
    }
}
