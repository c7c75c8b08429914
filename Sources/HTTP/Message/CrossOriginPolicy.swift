/// The origins whose pages may read responses: the server's part of the CORS protocol (Fetch standard, "CORS protocol").
public struct CrossOriginPolicy: Sendable, Hashable {
    /// The origins, in the form of the `Origin` field; `["*"]` for all origins.
    public let origins: [String]
    /// The value of `Access-Control-Expose-Headers`: the fields that pages may read beyond the safelisted ones.
    public let exposedFields: String

    public init(origins: [String], exposedFields: String) {
        self.origins = origins
        self.exposedFields = exposedFields
    }

    private var isForAll: Bool { origins.count == 1 && origins[0] == "*" }

    /// Returns the CORS fields for a request. O(origins).
    ///
    /// - Parameter origin: the value of `Origin`; `nil` for a request without the field.
    public func fields(for origin: String?) -> CrossOriginFields {
        if isForAll { return CrossOriginFields(allowedOrigin: "*", exposedFields: exposedFields) }
        let allowed = origin.flatMap { origin in origins.first { $0.utf8.elementsEqual(origin.utf8) } }
        return CrossOriginFields(allowedOrigin: allowed, exposedFields: exposedFields)
    }

    /// Returns the CORS fields for a request. `origin` is the value of `Origin`; empty for a request without the field. O(origins).
    func fields(for origin: Bytes) -> CrossOriginFields {
        if isForAll { return CrossOriginFields(allowedOrigin: "*", exposedFields: exposedFields) }
        let allowed = origin.isEmpty ? nil : origins.first { $0.utf8.elementsEqual(origin) }
        return CrossOriginFields(allowedOrigin: allowed, exposedFields: exposedFields)
    }
}

/// The CORS fields of one response, never with `Access-Control-Allow-Credentials`, since cookies are for the server's own pages.
public struct CrossOriginFields: Sendable, Hashable {
    /// The value of `Access-Control-Allow-Origin`; `nil` if the request has no origin or an origin that may not read the response.
    let allowedOrigin: String?
    let exposedFields: String

    /// Whether the response needs `Vary: Origin`.
    private var isForThisOrigin: Bool { allowedOrigin != "*" }

    /// The CORS fields as fields of a response.
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
