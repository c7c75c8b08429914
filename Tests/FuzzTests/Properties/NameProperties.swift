@testable import HTTP
@testable import Tenancy
@testable import Web

/// The names of resources: the target's path, the authority, the tenant's host and percent-encoding. Each input is read
/// as each of these.
enum NameProperties {
    @Sendable static func check(_ input: [UInt8]) throws {
        try checkAuthority(input)
        try checkPath(input)
        try checkEncoding(input)
    }

    private static func checkAuthority(_ input: [UInt8]) throws {
        let isValid = withExactBytes(input) { HTTP.Authority.isValid($0) }
        try expectEqual(isValid, NaiveGrammar.isAuthority(input), "authority \(NaiveGrammar.text(input))")
        let host = normalised(input)
        try expectEqual(host, naiveHost(input), "host of \(NaiveGrammar.text(input))")
        guard let host, !host.isEmpty else { return }
        // The host is the same in capitals and with or without a port.
        let isLiteral = input.first == UInt8(ascii: "[")
        let shown = isLiteral ? [UInt8(ascii: "[")] + host + [UInt8(ascii: "]")] : host
        try expectEqual(normalised(shown), host, "twice")
        try expectEqual(normalised(shown.map { $0 >= 0x61 && $0 <= 0x7A ? $0 & 0xDF : $0 }), host, "in capitals")
        try expectEqual(normalised(shown + Array(":443".utf8)), host, "with a port")
        if !isLiteral { try expectEqual(normalised(shown + Array(".".utf8)), host, "fully qualified") }
        try expectEqual(Tenancy.Authority.normalised(NaiveGrammar.text(shown)), NaiveGrammar.text(host), "as text")
    }

    private static func normalised(_ authority: [UInt8]) -> [UInt8]? {
        let name = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: Tenancy.Authority.longestName)
        defer { name.deallocate() }
        return withExactBytes(authority) { bytes in
            Tenancy.Authority.normalise(bytes, into: name).map { Array(name[..<$0]) }
        }
    }

    private static func naiveHost(_ authority: [UInt8]) -> [UInt8]? {
        if authority.isEmpty { return [] }
        var host: [UInt8]
        let port: ArraySlice<UInt8>
        let allowed: Set<UInt8>
        if authority[0] == UInt8(ascii: "[") {
            guard let close = authority.firstIndex(of: UInt8(ascii: "]")) else { return nil }
            host = Array(authority[1..<close])
            port = authority[(close + 1)...]
            allowed = NaiveGrammar.hexadecimal.union(":.".utf8)
        } else {
            host = Array(authority.prefix { $0 != UInt8(ascii: ":") })
            port = authority.dropFirst(host.count)
            if host.last == UInt8(ascii: ".") { host.removeLast() }
            allowed = NaiveGrammar.letters.union(NaiveGrammar.digits).union("-._".utf8)
        }
        guard (1...253).contains(host.count), host.allSatisfy(allowed.contains), host.last != UInt8(ascii: "."),
            NaiveGrammar.isPort(port)
        else { return nil }
        return NaiveGrammar.lowered(host)
    }

    private static func checkPath(_ input: [UInt8]) throws {
        let end = withExactBytes(input) { Target.pathEnd(of: $0) }
        try expectEqual(end, NaiveGrammar.pathEnd(input), "path of \(NaiveGrammar.text(input))")
        guard let end, input.first == UInt8(ascii: "/"), end > 0 else { return }
        let path = NaiveGrammar.text(input[..<end])
        guard let segments = try? PathSegments(path).segments else { return }
        // The segments are the same after encoding and reading again, so no slash, dot segment or control character is
        // hidden.
        let plain = segments.map { "/" + PercentEncoding.encoded(NaiveGrammar.text($0)) }.joined()
        try expectEqual(PathSegments(plain).segments, segments, "path \(path)")
        for segment in segments {
            try expect(!segment.contains { $0 < 0x20 || $0 == 0x7F || "/\\".utf8.contains($0) }, "segment \(segment)")
            try expect(![".", ".."].contains(NaiveGrammar.text(segment)), "dot segment")
        }
    }

    private static func checkEncoding(_ input: [UInt8]) throws {
        for plusIsSpace in [false, true] {
            try expectEqual(
                PercentEncoding.decoded(input, plusIsSpace: plusIsSpace), naiveDecoded(input, plusIsSpace), "decoded")
        }
        let text = NaiveGrammar.text(input)
        try expectEqual(PercentEncoding.decoded(text.percentEncoded.utf8), Array(text.utf8), "round trip")
        guard let form = try? FormFields(input) else { return }
        let names = input.split(separator: UInt8(ascii: "&")).compactMap { part in
            naiveDecoded(Array(part.prefix { $0 != UInt8(ascii: "=") }), true).map { NaiveGrammar.text($0) }
        }
        for name in Set(names) {
            let same = names.filter { $0.utf8.elementsEqual(name.utf8) }
            try expectEqual(form.values(name).count, same.count, "fields of name \(name)")
        }
    }

    private static func naiveDecoded(_ input: [UInt8], _ plusIsSpace: Bool) -> [UInt8]? {
        var decoded: [UInt8] = []
        var rest = input[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%") {
                let digits = rest.prefix(2)
                guard digits.count == 2, digits.allSatisfy(NaiveGrammar.hexadecimal.contains),
                    let value = UInt8(NaiveGrammar.text(digits), radix: 16)
                else { return nil }
                decoded.append(value)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(plusIsSpace && byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return decoded
    }
}
