import HTTP

extension Request {
    /// The content decoded from JSON. A `Date` is read as an `Instant` is.
    ///
    /// Throws 415 for another media type, 400 for what is not JSON, 422 for members that are missing, of the wrong type,
    /// out of range, or not known to `type`, naming each by its JSON pointer (RFC 6901).
    ///
    /// - Parameter readOnly: members that the answer to a GET of the same resource has beside those of `type`. They may be
    ///   sent back and change nothing.
    public func json<Value: Decodable>(
        as type: Value.Type = Value.self, readOnly: Set<String> = []
    ) throws(APIError) -> Value {
        try require(mediaType: "application/json")
        return try JSONContent.read(body, readOnly: readOnly)
    }
}

/// JSON that came by another way than the content of a request: a page's form says the same as a script does.
public enum JSONContent {
    /// The value that the bytes are, with the faults of `Request.json`.
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
            fault = .invalid(JSONPointer.text(error.path), "has a value that is not accepted")
        } catch {
            fault = .invalid("", "has a value that is not accepted")
        }
        // The member that is missing is often the one that is misspelt: both are named.
        throw fault.status == .unprocessableContent && fault.code == "invalid"
            ? .invalid(fault.faults + unknown.faults.filter { !fault.faults.contains($0) }) : fault
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
