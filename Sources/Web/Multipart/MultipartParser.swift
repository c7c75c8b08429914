/// A parser that splits a body at its delimiters and reads the header of each part.
struct MultipartParser {
    private let body: [UInt8]
    /// CRLF, two hyphens and the boundary. The CRLF is part of the delimiter, not of the content before.
    private let delimiter: [UInt8]
    private let limits: MultipartForm.Limits
    private var position = 0

    init(_ body: [UInt8], boundary: String, limits: MultipartForm.Limits) throws(MultipartError) {
        let boundary = Array(boundary.utf8)
        guard (1...70).contains(boundary.count), boundary.allSatisfy(Self.isBoundaryByte), boundary.last != 0x20 else {
            throw .invalidBoundary
        }
        self.body = body
        delimiter = [0x0D, 0x0A, 0x2D, 0x2D] + boundary
        self.limits = limits
    }

    /// Reads all parts. Throws the error for the first rule that the body breaks.
    mutating func parts() throws(MultipartError) -> [MultipartForm.Part] {
        // The first delimiter has no CRLF before it.
        guard body.starts(with: delimiter.dropFirst(2)) else { throw .malformedDelimiter }
        position = delimiter.count - 2
        var parts: [MultipartForm.Part] = []
        while try !isLastDelimiter() {
            guard parts.count < limits.parts else { throw .tooManyParts }
            let head = try partHead()
            guard let end = nextDelimiter() else { throw .unterminated }
            parts.append(
                MultipartForm.Part(
                    name: head.name, fileName: head.fileName, mediaType: head.mediaType, content: body[position..<end]))
            position = end + delimiter.count
        }
        return parts
    }

    private mutating func isLastDelimiter() throws(MultipartError) -> Bool {
        let rest = body[position...]
        if rest.starts(with: [0x0D, 0x0A]) {
            position += 2
            return false
        }
        // Most clients also write a line end after the last delimiter.
        if rest.elementsEqual([0x2D, 0x2D]) || rest.elementsEqual([0x2D, 0x2D, 0x0D, 0x0A]) { return true }
        let isCut = rest.isEmpty || rest.elementsEqual([0x2D]) || rest.elementsEqual([0x0D])
        throw isCut ? .unterminated : .malformedDelimiter
    }

    private mutating func partHead() throws(MultipartError) -> PartHead {
        var head = PartHead()
        let start = position
        while true {
            let window = body[position..<min(body.count, start + limits.head)]
            guard let end = window.firstIndex(of: 0x0D), end + 1 < window.endIndex else {
                throw window.endIndex < body.count ? .headTooLarge : .unterminated
            }
            guard body[end + 1] == 0x0A else { throw .malformedField }
            let line = body[position..<end]
            try refuseDelimiter()
            position = end + 2
            if line.isEmpty { break }
            try head.take(line, limits: limits)
        }
        try refuseDelimiter()
        guard !head.name.isEmpty else { throw .malformedDisposition }
        return head
    }

    /// RFC 2046 §5.1.1 permits a part without the empty line after its header, but other readers take the delimiter for a field name or for content.
    private func refuseDelimiter() throws(MultipartError) {
        if body[position...].starts(with: delimiter.dropFirst(2)) { throw .malformedDelimiter }
    }

    /// O(bytes): the only CR of a delimiter is its first byte, so a comparison ends at the next CR at the latest.
    private func nextDelimiter() -> Int? {
        var from = position
        while let start = body[from...].firstIndex(of: 0x0D) {
            if body[start...].starts(with: delimiter) { return start }
            from = start + 1
        }
        return nil
    }
}

// MARK: The boundary

extension MultipartParser {
    /// Returns the boundary of a Content-Type field (RFC 9110 §8.3.1), or `nil` unless all parameters are well-formed and exactly one is a boundary.
    /// `init` checks the bytes of the boundary.
    static func boundary(in contentType: String) -> String? {
        var parameters = ParameterReader(contentType.utf8.drop { $0 != UInt8(ascii: ";") })
        var found: String?
        while let parameter = parameters.next() {
            guard parameter.name == "boundary" else { continue }
            guard found == nil else { return nil }
            found = String(decoding: parameter.value, as: UTF8.self)
        }
        return parameters.isAtEnd ? found : nil
    }

    /// Returns whether a boundary may contain a byte (`bchars` of RFC 2046 §5.1.1).
    private static func isBoundaryByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "a")...UInt8(ascii: "z"):
            true
        default: "'()+_,-./:=? ".utf8.contains(byte)
        }
    }
}
