import HTTP

extension Request {
    /// The content decoded from JSON. Members that `type` does not name are ignored, so that a newer client
    /// may talk to an older server. A `Date` is read as an `Instant` is.
    ///
    /// Throws 415 for another media type, 400 for what is not JSON, 422 for a member that is missing, of the
    /// wrong type or out of range, naming it by its JSON pointer (RFC 6901).
    public func json<Value: Decodable>(as type: Value.Type = Value.self) throws(APIError) -> Value {
        try require(mediaType: "application/json")
        return try JSONContent.read(body)
    }
}

/// JSON that came by another way than the content of a request: a page's form says the same as a script does.
public enum JSONContent {
    /// The value that the bytes are, with the faults of `Request.json`.
    public static func read<Value: Decodable>(_ bytes: [UInt8], as type: Value.Type = Value.self) throws(APIError)
        -> Value
    {
        let json = try JSONParser.parse(bytes)
        do {
            return try JSONTreeDecoder(json: json, codingPath: []).value(as: type)
        } catch let error as APIError {
            throw error
        } catch let error as DecodingError {
            throw .invalid(JSONPointer.text(error.path), "has a value that is not accepted")
        } catch {
            throw .invalid("", "is not accepted")
        }
    }
}

extension DecodingError {
    /// Where a type's own initialiser found the fault. Its sentence names Swift types and is not passed on.
    fileprivate var path: [any CodingKey] {
        switch self {
        case .keyNotFound(let key, let context): context.codingPath + [key]
        case .valueNotFound(_, let context), .typeMismatch(_, let context), .dataCorrupted(let context):
            context.codingPath
        @unknown default: []
        }
    }
}
