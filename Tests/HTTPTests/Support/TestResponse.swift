import HTTP

/// A response, parsed by code that the server does not share.
struct TestResponse: Sendable {
    let status: Int
    let fields: Fields
    let body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }

    subscript(_ name: String) -> String? { fields[name] }

    struct Malformed: Error { let what: String }

    /// Returns the response at the start of the bytes and its length; `nil` if it is incomplete.
    static func parse(_ bytes: [UInt8], isHead: Bool, isAtEnd: Bool) throws -> (TestResponse, Int)? {
        guard let head = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let text = String(decoding: bytes[..<head.lowerBound], as: UTF8.self)
        var lines = text.split(separator: "\r\n", omittingEmptySubsequences: false)
        let start = lines.removeFirst().split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        guard start.count == 3, start[0] == "HTTP/1.1", let status = Int(start[1]) else {
            throw Malformed(what: text)
        }
        var fields = Fields()
        for line in lines {
            guard let colon = line.firstIndex(of: ":") else { throw Malformed(what: text) }
            fields.append(String(line[..<colon]), String(line[line.index(colon, offsetBy: 2)...]))
        }
        let rest = Array(bytes[head.upperBound...])
        func response(_ body: [UInt8], _ used: Int) -> (TestResponse, Int) {
            (TestResponse(status: status, fields: fields, body: body), head.upperBound + used)
        }
        if isHead || status < 200 || status == 204 || status == 304 { return response([], 0) }
        if fields["Transfer-Encoding"] == "chunked" {
            return try unchunked(rest).map { response($0.content, $0.used) }
        }
        guard let length = fields["Content-Length"].flatMap({ Int($0) }) else {
            return isAtEnd ? response(rest, rest.count) : nil
        }
        return rest.count >= length ? response(Array(rest[..<length]), length) : nil
    }

    private static func unchunked(_ bytes: [UInt8]) throws -> (content: [UInt8], used: Int)? {
        var content: [UInt8] = []
        var position = 0
        while let line = bytes[position...].firstRange(of: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: bytes[position..<line.lowerBound], as: UTF8.self), radix: 16) else {
                throw Malformed(what: "chunk size")
            }
            guard bytes.count >= line.upperBound + size + 2 else { return nil }
            content.append(contentsOf: bytes[line.upperBound..<(line.upperBound + size)])
            position = line.upperBound + size + 2
            if size == 0 { return (content, position) }
        }
        return nil
    }
}
