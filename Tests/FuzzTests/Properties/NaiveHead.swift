import HTTP

/// The head of a request as a naive reader parses it, or the refusal.
struct NaiveHead: Equatable {
    var method = ""
    var path = "/"
    var query: String?
    var authority: [UInt8] = []
    var names: [[UInt8]] = []
    var values: [[UInt8]] = []
    var persists = true
    var contentLength: Int?
    var isChunked = false
    var expectsContinue = false
    var hasConditions = false

    /// The result of reading the start of a stream.
    enum Outcome: Equatable {
        case waiting
        case refused
        case complete(NaiveHead, length: Int)
    }

    /// - Parameter bytes: the input from the first byte of the request line.
    static func read(_ bytes: [UInt8], _ limits: Limits) -> Outcome {
        var lines: [[UInt8]] = []
        var position = 0
        var isComplete = false
        while !isComplete, let end = bytes[position...].firstIndex(of: 0x0A) {
            guard end > position, bytes[end - 1] == 0x0D else {
                // A line without CR may also be too long; the parser refuses it in either case.
                return .refused
            }
            let line = Array(bytes[position..<(end - 1)])
            position = end + 1
            isComplete = line.isEmpty && !lines.isEmpty
            lines.append(line)
        }
        if isComplete { lines.removeLast() }
        let sectionStart = lines.first.map { $0.count + 2 } ?? 0
        let fieldCount = lines.dropFirst().count
        guard lines.first?.count ?? 0 <= limits.requestLine, fieldCount <= limits.fieldCount else { return .refused }
        guard isComplete else {
            // The two bytes after the limit may still be the line end.
            let longest = lines.isEmpty ? limits.requestLine + 1 : sectionStart + limits.fieldSection + 1
            return bytes.count > longest ? .refused : .waiting
        }
        guard position - 2 - sectionStart <= limits.fieldSection else { return .refused }
        return NaiveHead(lines).map { .complete($0, length: position) } ?? .refused
    }

    private init?(_ lines: [[UInt8]]) {
        let start = lines[0].split(separator: 0x20, omittingEmptySubsequences: false)
        guard start.count == 3 else { return nil }
        method = NaiveGrammar.text(start[0])
        let version = start[2]
        guard version.count == 8, NaiveGrammar.text(version.prefix(7)) == "HTTP/1.",
            NaiveGrammar.digits.contains(version[version.endIndex - 1]),
            ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(method)
        else { return nil }
        let isHTTP10 = version.last == UInt8(ascii: "0")
        guard takeTarget(Array(start[1])) else { return nil }
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != UInt8(ascii: ":") }
            guard name.count < line.count, !name.isEmpty, name.allSatisfy(NaiveGrammar.token.contains),
                line.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 })
            else { return nil }
            names.append(Array(name))
            values.append(NaiveGrammar.trimmed(line.dropFirst(name.count + 1)))
        }
        guard takeHost(isHTTP10), takeFraming(isHTTP10) else { return nil }
        for value in all("expect") where !isHTTP10 {
            guard NaiveGrammar.isSame(value, "100-continue") else { return nil }
            expectsContinue = true
        }
        let options = all("connection").flatMap { NaiveGrammar.list($0) }.map {
            NaiveGrammar.text(NaiveGrammar.lowered($0))
        }
        persists = !options.contains("close") && (!isHTTP10 || options.contains("keep-alive"))
        let conditions = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since", "if-range", "range"]
        hasConditions = conditions.contains { !all($0).isEmpty }
    }

    /// Returns the values of all field lines with a name.
    func all(_ name: String) -> [[UInt8]] {
        zip(names, values).filter { NaiveGrammar.isSame($0.0, name) }.map(\.1)
    }

    private mutating func takeTarget(_ target: [UInt8]) -> Bool {
        var origin = target
        if method == "OPTIONS", target == [UInt8(ascii: "*")] {
            path = "*"
            return true
        }
        if target.first != UInt8(ascii: "/") {
            guard
                let scheme = ["http://", "https://"].first(where: { NaiveGrammar.isSame(target.prefix($0.count), $0) })
            else { return false }
            let rest = target.dropFirst(scheme.count)
            authority = Array(rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") })
            guard NaiveGrammar.isAuthority(authority) else { return false }
            origin = Array(rest.dropFirst(authority.count))
        }
        guard let end = NaiveGrammar.pathEnd(origin) else { return false }
        if end > 0 { path = NaiveGrammar.text(origin[..<end]) }
        if end < origin.count { query = NaiveGrammar.text(origin[(end + 1)...]) }
        return true
    }

    private mutating func takeHost(_ isHTTP10: Bool) -> Bool {
        let hosts = all("host")
        guard hosts.count == 1 || (hosts.isEmpty && isHTTP10) else { return false }
        guard let host = hosts.first else { return true }
        if authority.isEmpty { authority = host }
        return NaiveGrammar.isAuthority(host)
    }

    private mutating func takeFraming(_ isHTTP10: Bool) -> Bool {
        let lengths = all("content-length")
        let codings = all("transfer-encoding")
        guard lengths.count + codings.count <= 1 else { return false }
        if let length = lengths.first {
            guard let number = NaiveGrammar.number(length), number.fits else { return false }
            contentLength = number.value
        }
        if let coding = codings.first {
            guard !isHTTP10, NaiveGrammar.isSame(coding, "chunked") else { return false }
            isChunked = true
        }
        return true
    }
}
