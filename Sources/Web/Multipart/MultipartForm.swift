import HTTP

/// The parts of a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1), in the order sent.
///
/// The parser is strict, so that a proxy or virus scanner cannot find other parts in the same bytes. O(bytes).
public struct MultipartForm: Sendable {
    /// The limits of a form, with sizes in bytes. The route's content limit bounds the whole form.
    public struct Limits: Sendable, Hashable {
        /// The number of fields and files. The check of the form's token reads the form with the default limits before the endpoint does.
        public var parts = 200
        /// The largest length of one part's header, including line ends.
        public var head = 2 * 1024
        public var name = 100
        /// The maximum length of a file name, as in common file systems.
        public var fileName = 255

        public init() {}
    }

    /// A field or file of the form.
    public struct Part: Sendable, Hashable {
        /// The form field's name: not empty, UTF-8, no control characters.
        public let name: String
        /// The last path component of the file name; `nil` if the part is not a file, empty if the user selected none. Use it as a label only, never
        /// as a path to write to (RFC 7578 §4.2).
        public let fileName: String?
        /// The media type that the client declares, not verified; `nil` for none.
        public let mediaType: String?
        /// The content: a slice that keeps the whole body in memory.
        public let content: ArraySlice<UInt8>

        /// Returns the content as text. Throws 400 if it is not UTF-8 or contains U+0000, which PostgreSQL cannot store.
        public func text() throws(APIError) -> String {
            guard let text = String(validating: content, as: UTF8.self), !content.contains(0) else {
                throw APIError(
                    .badRequest, code: .badMultipart, "\(name) must be UTF-8 text without the character U+0000",
                    faults: [.init(field: name, reason: "must be UTF-8 text without the character U+0000")])
            }
            return text
        }
    }

    public let parts: [Part]

    /// Reads the parts of a body. Throws the error for the first rule that the body or the boundary breaks.
    public init(_ body: [UInt8], boundary: String, limits: Limits = Limits()) throws(MultipartError) {
        var parser = try MultipartParser(body, boundary: boundary, limits: limits)
        parts = try parser.parts()
    }

    /// Returns all parts with this name, in order.
    public func parts(_ name: String) -> [Part] {
        parts.filter { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// Returns the part with this name, or `nil` if it is missing. Throws 400 if several parts have this name.
    public func optional(_ name: String) throws(APIError) -> Part? {
        let found = parts(name)
        guard found.count <= 1 else {
            throw APIError(
                .badRequest, code: .badMultipart, "\(name) occurs \(found.count) times; send it once",
                faults: [.init(field: name, reason: "occurs \(found.count) times; send it once")])
        }
        return found.first
    }

    /// Returns the part with this name. Throws 422 if it is missing, and 400 if several parts have this name.
    public func callAsFunction(_ name: String) throws(APIError) -> Part {
        guard let part = try optional(name) else { throw .invalid(name, "is missing") }
        return part
    }
}

extension Request {
    /// Returns the parts of a posted form. Throws 415 for another media type, a charset other than UTF-8 or compressed content, 400 for a malformed
    /// body or boundary, and 413 if the form exceeds `limits`.
    public func multipartForm(limits: MultipartForm.Limits = MultipartForm.Limits()) throws(APIError) -> MultipartForm {
        try require(mediaType: "multipart/form-data")
        do throws(MultipartError) {
            let lines = fields.values(of: "Content-Type")
            guard lines.count == 1, let boundary = MultipartParser.boundary(in: lines[0]) else {
                throw .invalidBoundary
            }
            return try MultipartForm(body, boundary: boundary, limits: limits)
        } catch {
            throw error.asAPIError
        }
    }
}
