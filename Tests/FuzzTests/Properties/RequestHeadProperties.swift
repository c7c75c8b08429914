@testable import HTTP

/// `HeadScanner` and `HeadParser`: the result does not depend on the cuts and equals that of the naive reader.
enum RequestHeadProperties {
    /// Low limits, so that short inputs reach them.
    static var limits: Limits {
        var limits = Limits()
        limits.requestLine = 100
        limits.fieldSection = 300
        limits.fieldCount = 8
        return limits
    }

    @Sendable static func check(_ input: [UInt8]) throws {
        let limits = limits
        let whole = outcome(input, cuts: [input.count], limits)
        for cuts in Cuts.all(of: input).dropFirst() {
            try expectEqual(outcome(input, cuts: cuts, limits), whole, "cut at \(cuts)")
        }
        let naive = NaiveHead.read(input, limits)
        switch (whole, naive) {
        case (.waiting, .waiting), (.refused, .refused): break
        case (.complete(let head, let length), .complete(let expected, let expectedLength)):
            try expectEqual(length, expectedLength, "length")
            try expectEqual(head, expected, "head")
        default: throw PropertyFailure("read as \(whole), expected \(naive)")
        }
    }

    enum Outcome: Equatable {
        case waiting
        case refused(Rejection)
        case complete(NaiveHead, length: Int)
    }

    private static func outcome(_ input: [UInt8], cuts: [Int], _ limits: Limits) -> Outcome {
        var scanner = HeadScanner()
        var parser = HeadParser()
        do {
            for cut in cuts {
                let length = try withExactBytes(input[..<cut]) { bytes -> Int? in
                    guard let end = try scanner.end(in: bytes, limits: limits) else { return nil }
                    try parser.parse(Bytes(rebasing: bytes[..<end]))
                    return end
                }
                if let length {
                    return withExactBytes(input[..<length]) { .complete(shown(parser.head, $0), length: length) }
                }
            }
            return .waiting
        } catch {
            return (error as? Rejection).map { .refused($0) } ?? .waiting
        }
    }

    /// Converts a head to the form of the naive reader.
    static func shown(_ head: RequestHead, _ bytes: Bytes) -> NaiveHead {
        let request = head.request(in: bytes, peer: "")
        return NaiveHead(
            method: request.method.name, path: request.path, query: request.query,
            authority: Array(bytes[head.authority]), names: head.lines.map { Array(bytes[$0.name]) },
            values: head.lines.map { Array(bytes[$0.value]) }, persists: head.persists,
            contentLength: head.contentLength, isChunked: head.isChunked, expectsContinue: head.expectsContinue,
            hasConditions: head.hasConditions)
    }
}

extension NaiveHead {
    init(
        method: String, path: String, query: String?, authority: [UInt8], names: [[UInt8]], values: [[UInt8]],
        persists: Bool, contentLength: Int?, isChunked: Bool, expectsContinue: Bool, hasConditions: Bool
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.authority = authority
        self.names = names
        self.values = values
        self.persists = persists
        self.contentLength = contentLength
        self.isChunked = isChunked
        self.expectsContinue = expectsContinue
        self.hasConditions = hasConditions
    }
}
