import HTTP

extension Request {
    /// Returns the content decoded from JSON. A `Date` is read like an `Instant`.
    ///
    /// Throws 415 for another media type, charset or content encoding, 400 for content that is not JSON, and 422 with the JSON pointers (RFC 6901) of
    /// members that are missing, of the wrong type, out of range or unknown to `type`.
    ///
    /// - Parameter readOnly: members of the outermost object that the GET response has and `type` does not have. They are ignored.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, readOnly: Set<String> = []
    ) throws(APIError) -> Value {
        try require(mediaType: "application/json")
        return try JSONContent.read(body, readOnly: readOnly)
    }
}

/// A decoder of JSON that a request contains, or that is built from the fields of a form.
public enum JSONContent {
    /// The fault reason for a value of a type that does not list its accepted values.
    static let unknownRule = "has a value that this operation does not accept; /docs/api lists the accepted values"

    /// Decodes a value. Throws the errors of `Request.json(as:readOnly:)`, except 415.
    public static func read<Value: Decodable>(
        _ bytes: [UInt8], as type: Value.Type = Value.self, readOnly: Set<String> = []
    ) throws(APIError) -> Value {
        let json = try JSONParser.parse(bytes)
        let unknown = UnknownMembers(readOnly: readOnly)
        let fault: APIError
        do {
            let value: Value = try JSONTreeDecoder(json: json, codingPath: [], unknown: unknown).value(as: type)
            guard !unknown.faults.isEmpty else { return value }
            throw APIError.invalid(unknown.faults)
        } catch let error as APIError {
            fault = error
        } catch let error as DecodingError {
            fault = .invalid(JSONPointer.text(error.path), Self.unknownRule)
        } catch {
            fault = .invalid("", Self.unknownRule)
        }
        // A missing member is often a misspelt one, so both faults are reported.
        throw fault.status == .unprocessableContent && fault.code == .invalid
            ? .invalid(fault.faults + unknown.faults.filter { !fault.faults.contains($0) }) : fault
    }
}

extension DecodingError {
    /// The path of the value at fault. The error's own description names Swift types, so clients do not get it.
    fileprivate var path: [any CodingKey] {
        switch self {
        case .keyNotFound(let key, let context): context.codingPath + [key]
        case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}
