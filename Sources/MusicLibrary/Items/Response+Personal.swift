import HTTP
import Web

extension Fields {
    /// The header fields of a response for one listener, which caches must not store.
    static var personal: Fields { ["Cache-Control": "no-store"] }
}

extension Response {
    /// Returns a JSON response for one listener, which caches must not store. Throws an error of the encoder.
    static func personal(_ view: some Encodable, status: Status = .ok) throws -> Response {
        try .json(view, status: status, fields: .personal)
    }
}
