@testable import HTTP

/// `AcceptEncoding`, `EntityTag` and `Conditions`. An input is a list of field lines.
enum NegotiationProperties {
    private static let tag = Array("\"a\"".utf8)
    private static let lastModified: Int64 = 784_111_777
    private static let length = 100
    private static let now: Int64 = 1_700_000_000

    @Sendable static func check(_ input: [UInt8]) throws {
        let lines = input.split(separator: 0x0A).map { Array($0) }
        let head = Array("GET / HTTP/1.1\r\nHost: a\r\n".utf8) + lines.flatMap { $0 + [0x0D, 0x0A] } + [0x0D, 0x0A]
        var limits = Limits()
        limits.fieldCount = 1000
        guard case .complete(let naive, length: head.count) = NaiveHead.read(head, limits) else { return }
        try withExactBytes(head) { bytes in
            var parser = HeadParser()
            try parser.parse(bytes)
            let context = AnswerContext(parser.head, in: bytes)
            try expectEqual(context.prefersGzip, prefersGzip(naive.all("accept-encoding")), "prefers gzip")
            try expectEqual(context.conditions != nil, naive.hasConditions, "has conditions")
            for isGet in [true, false] {
                let outcome =
                    context.conditions?.evaluate(
                        tag: tag, lastModified: lastModified, length: length, isGet: isGet, now: now) ?? .whole
                try expectEqual(outcome, evaluate(naive, isGet: isGet), "outcome")
            }
        }
    }

    /// RFC 9110 §12.5.3: the last entry for each coding counts, and `*` applies to codings that are not listed.
    private static func prefersGzip(_ lines: [[UInt8]]) -> Bool {
        var weights: [String: Int] = [:]
        for element in lines.flatMap({ NaiveGrammar.list($0) }) {
            let parts = element.split(separator: 0x3B, maxSplits: 1, omittingEmptySubsequences: false)
            var name = NaiveGrammar.text(NaiveGrammar.lowered(NaiveGrammar.trimmed(parts[0])))
            if name == "x-gzip" { name = "gzip" }
            weights[name] = parts.count == 1 ? 1000 : weight(NaiveGrammar.trimmed(parts[1]))
        }
        let gzip = weights["gzip"] ?? weights["*"] ?? 0
        return gzip > 0 && gzip >= weights["identity"] ?? 0
    }

    /// RFC 9110 §12.4.2: the weight in thousandths; 0 for an invalid parameter.
    private static func weight(_ parameter: [UInt8]) -> Int {
        let text = NaiveGrammar.lowered(parameter)
        guard text.starts(with: "q=".utf8) else { return 0 }
        let halves = text.dropFirst(2).split(separator: 0x2E, maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = halves.count == 2 ? Array(halves[1]) : []
        guard halves[0] == [0x30] || halves[0] == [0x31], decimals.count <= 3,
            decimals.allSatisfy(NaiveGrammar.digits.contains)
        else { return 0 }
        let digits = decimals + Array(repeating: 0x30, count: 3 - decimals.count)
        let value = Int(NaiveGrammar.text(halves[0] + digits)) ?? 0
        return value <= 1000 ? value : 0
    }

    /// RFC 9110 §13.2.2.
    private static func evaluate(_ head: NaiveHead, isGet: Bool) -> Conditions.Outcome {
        func value(_ name: String) -> [UInt8]? {
            let values = head.all(name)
            return values.isEmpty ? nil : Array(values.joined(separator: ", ".utf8))
        }
        func date(_ name: String) -> Int64? {
            value(name).flatMap { value in withExactBytes(value) { HTTPDate.parse($0, now: now) } }
        }
        if let list = value("if-match") {
            if !matches(list, isWeak: false) { return .preconditionFailed }
        } else if let date = date("if-unmodified-since"), date < lastModified {
            return .preconditionFailed
        }
        if let list = value("if-none-match") {
            if matches(list, isWeak: true) { return .notModified }
        } else if let date = date("if-modified-since"), date >= lastModified {
            return .notModified
        }
        guard isGet, let range = value("range") else { return .whole }
        if let validator = value("if-range") {
            let isTag = validator.contains(0x22)
            guard isTag ? validator == tag : date("if-range") == lastModified else { return .whole }
        }
        switch withExactBytes(range, { ByteRanges($0, length: length) }) {
        case .ignored: return .whole
        case .unsatisfiable: return .unsatisfiable
        case .satisfiable(let ranges): return .ranges(ranges)
        }
    }

    /// Returns whether a list of entity tags is `*` or contains the current tag. Text after a syntax error is ignored.
    private static func matches(_ list: [UInt8], isWeak: Bool) -> Bool {
        var rest = NaiveGrammar.trimmed(list)[...]
        if rest == [UInt8(ascii: "*")] { return true }
        while true {
            rest = rest.drop { $0 == 0x20 || $0 == 0x09 || $0 == 0x2C }
            let isTagWeak = rest.starts(with: "W/".utf8)
            if isTagWeak { rest = rest.dropFirst(2) }
            let parts = rest.split(separator: 0x22, maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3, parts[0].isEmpty else { return false }
            if (isWeak || !isTagWeak) && [0x22] + parts[1] + [0x22] == tag { return true }
            rest = parts[2]
        }
    }
}
