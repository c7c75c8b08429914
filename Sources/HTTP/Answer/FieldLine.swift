/// Writing field lines of an answer. Handlers' names and values are checked here, in one place, so that no
/// value can end its line and begin another (CWE-113).
enum FieldLine {
    /// Appends `name: value`. A name that is no token drops the line; a control byte in the value becomes a space.
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

    /// Appends the lines that a handler set, but for those that only the server knows.
    static func append(_ fields: Fields, to output: inout OutputBuffer) {
        for line in fields.lines where !isServers(line.name) {
            append(line.name, line.value, to: &output)
        }
    }

    /// The same lines as bytes, for what is prebuilt.
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

    /// Framing, the connection and the date are the server's.
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
