/// The client's preferred content coding, from the q-values of Accept-Encoding (RFC 9110 §12.5.3).
struct AcceptEncoding: Equatable {
    /// The weight of gzip in thousandths; `nil` if gzip is not listed.
    private var gzip: Int?
    private var identity: Int?
    private var any: Int?

    /// Adds the elements of one field line to the list.
    mutating func add(_ value: Bytes) {
        value.forEachListElement { element in
            let semicolon = element.firstIndex(of: ASCII.semicolon) ?? element.count
            let name = Bytes(rebasing: element[..<semicolon]).trimmed
            let weight =
                semicolon == element.count ? 1000 : Self.weight(Bytes(rebasing: element[(semicolon + 1)...]).trimmed)
            if name.isSame("gzip") || name.isSame("x-gzip") {
                gzip = weight
            } else if name.isSame("identity") {
                identity = weight
            } else if name.count == 1, name[0] == ASCII.asterisk {
                any = weight
            }
        }
    }

    /// Whether gzip is acceptable and preferred at least as much as identity. An unlisted identity is less preferred than any listed coding. If
    /// neither is acceptable, identity is sent, because a 406 helps no client.
    var prefersGzip: Bool {
        let gzip = gzip ?? any ?? 0
        return gzip > 0 && gzip >= identity ?? 0
    }

    /// Returns the weight in a parameter such as `q=0.123`, in thousandths; 0 if malformed.
    private static func weight(_ parameter: Bytes) -> Int {
        guard parameter.count >= 3, parameter.count <= 7, ASCII.lowered(parameter[0]) == 0x71,
            parameter[1] == ASCII.equals, parameter[2] == ASCII.zero || parameter[2] == ASCII.zero + 1
        else { return 0 }
        var value = Int(parameter[2] - ASCII.zero) * 1000
        guard parameter.count > 3 else { return value }
        guard parameter[3] == ASCII.dot else { return 0 }
        var unit = 100
        for byte in parameter[4...] {
            guard ASCII.isDigit(byte) else { return 0 }
            value += Int(byte - ASCII.zero) * unit
            unit /= 10
        }
        return value <= 1000 ? value : 0
    }
}
