import HTTP

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Request {
    /// The content decoded from JSON. Members that `type` does not name are ignored, so that a newer client
    /// may talk to an older server. A `Date` is read as an `Instant` is.
    ///
    /// Throws 415 for another media type, 400 for what is not JSON, 422 for a member that is missing, of the
    /// wrong type or out of range, naming it by its JSON pointer (RFC 6901).
    public func json<Value: Decodable>(as type: Value.Type = Value.self) throws(APIError) -> Value {
        try require(mediaType: "application/json")
        try JSONSyntax.check(body)
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .custom { try Instant(from: $0).date }
        do {
            return try decoder.decode(type, from: Data(body))
        } catch let error as APIError {
            throw error
        } catch let error as DecodingError {
            throw error.asAPIError
        } catch {
            throw APIError(.badRequest, code: "bad-json", "the content is not the JSON expected")
        }
    }
}

extension DecodingError {
    /// 422 with the pointer of the member. Foundation's own sentences name Swift types and are not passed on.
    fileprivate var asAPIError: APIError {
        switch self {
        case .keyNotFound(let key, let context):
            .invalid(Self.pointer(context.codingPath + [key]), "is missing")
        case .valueNotFound(_, let context):
            .invalid(Self.pointer(context.codingPath), "must not be null")
        case .typeMismatch(let type, let context):
            .invalid(Self.pointer(context.codingPath), "must be \(Self.noun(type))")
        case .dataCorrupted(let context):
            .invalid(Self.pointer(context.codingPath), "has a value that is not accepted")
        @unknown default:
            .invalid("", "is not accepted")
        }
    }

    private static func pointer(_ path: [any CodingKey]) -> String {
        path.map { key in
            let name = key.intValue.map(String.init) ?? key.stringValue
            return "/" + name.replacing("~", with: "~0").replacing("/", with: "~1")
        }.joined()
    }

    private static func noun(_ type: Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "an array"
        default: "an object"
        }
    }
}
