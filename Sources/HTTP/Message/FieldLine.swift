/// A writer of the field lines of a response. No value from a handler can end its line and begin another (CWE-113).
enum FieldLine {
    /// Appends `name: value`. Drops a line whose name is not a token, and replaces control bytes in the value with spaces.
    static func append(_ name: String, _ value: String, to output: inout OutputBuffer) {
        guard isToken(name) else { return }
        output.append(text: name)
        output.append(": ")
        if isFieldContent(value) {
            output.append(text: value)
        } else {
            output.append(value.utf8.map { ASCII.isFieldContent($0) ? $0 : ASCII.space })
        }
        output.append("\r\n")
    }

    /// Appends a handler's lines, except those that the server sets itself: Date, Connection, Content-Length and Transfer-Encoding.
    static func append(_ fields: Fields, to output: inout OutputBuffer) {
        for line in fields.lines where !isServers(line.name) {
            append(line.name, line.value, to: &output)
        }
    }

    /// Returns a handler's lines as bytes for prebuilt responses, except the lines that `append` leaves out.
    static func bytes(_ fields: Fields) -> [UInt8] {
        var output = OutputBuffer(capacity: 512)
        append(fields, to: &output)
        return Array(output.bytes)
    }

    private static func isToken(_ name: String) -> Bool {
        let bytes = name.utf8Span.span
        for index in bytes.indices where !ASCIISet.token.contains(bytes[index]) { return false }
        return !bytes.isEmpty
    }

    private static func isFieldContent(_ value: String) -> Bool {
        let bytes = value.utf8Span.span
        for index in bytes.indices where !ASCII.isFieldContent(bytes[index]) { return false }
        return true
    }

    private static func isServers(_ name: String) -> Bool {
        switch name.utf8.count {
        case 4: Fields.same(name, "date")
        case 10: Fields.same(name, "connection")
        case 14: Fields.same(name, "content-length")
        case 17: Fields.same(name, "transfer-encoding")
        default: false
        }
    }
}
