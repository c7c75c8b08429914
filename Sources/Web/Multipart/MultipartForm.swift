import HTTP

/// The parts of a `multipart/form-data` body (RFC 7578, RFC 2046 §5.1), in the order sent.
///
/// Read in one pass and strictly, so that a proxy or a scanner in front cannot find other parts in the same bytes: lines
/// end in CRLF, nothing stands before the first delimiter or behind the last, and a delimiter's line holds nothing
/// else. O(bytes).
public struct MultipartForm: Sendable {
    /// What one form may be. Sizes are in bytes. The whole is bounded by the route's content limit.
    public struct Limits: Sendable, Hashable {
        public var parts = 64
        /// All field lines of one part, with their line ends.
        public var head = 2 * 1024
        public var name = 100
        /// What file systems of our time allow for one name.
        public var fileName = 255

        public init() {}
    }

    /// One field or file.
    public struct Part: Sendable, Hashable {
        /// The form field's name: not empty, UTF-8, no control characters.
        public let name: String
        /// The last component of the client's name for the file, or `nil` when the part is no file. Empty where a
        /// browser sends a file field that nobody filled. A label to show, never a path to write to (RFC 7578 §4.2).
        public let fileName: String?
        /// What the client takes the content for, as sent; never to be believed.
        public let mediaType: String?
        /// A slice of the body: no copy, and the body lives as long as it does.
        public let content: ArraySlice<UInt8>

        /// The content as text; 400 when it is not UTF-8 or holds U+0000, which no column can.
        public func text() throws(APIError) -> String {
            guard let text = String(validating: content, as: UTF8.self), !content.contains(0) else {
                throw APIError(
                    .badRequest, code: "bad-multipart", "\(name) must be UTF-8 text without U+0000",
                    faults: [.init(field: name, reason: "must be UTF-8 text without U+0000")])
            }
            return text
        }
    }

    public let parts: [Part]

    /// - Parameters:
    ///   - boundary: as the media type gives it; its grammar is checked.
    public init(_ body: [UInt8], boundary: String, limits: Limits = Limits()) throws(MultipartError) {
        var parser = try MultipartParser(body, boundary: boundary, limits: limits)
        parts = try parser.parts()
    }

    /// Every part of this name, in order. Names compare as bytes.
    public func parts(_ name: String) -> [Part] {
        parts.filter { $0.name.utf8.elementsEqual(name.utf8) }
    }

    /// The part of this name, or `nil` without one; 400 for two of them, as in `FormFields`.
    public func optional(_ name: String) throws(APIError) -> Part? {
        let found = parts(name)
        guard found.count <= 1 else {
            throw APIError(
                .badRequest, code: "bad-multipart", "\(name) occurs \(found.count) times; send it once",
                faults: [.init(field: name, reason: "occurs \(found.count) times; send it once")])
        }
        return found.first
    }

    /// The part of this name; 422 without one.
    public func callAsFunction(_ name: String) throws(APIError) -> Part {
        guard let part = try optional(name) else { throw .invalid(name, "is missing") }
        return part
    }
}

extension Request {
    /// The parts of a posted `multipart/form-data` form; 415 for another media type, 400 for a body that is none, 413
    /// for one beyond `limits`.
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
