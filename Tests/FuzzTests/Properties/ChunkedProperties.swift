@testable import HTTP

/// `ChunkedDecoder`, behind `ContentReader`. The first byte of an input gives the content limit.
enum ChunkedProperties {
    static var limits: Limits {
        var limits = Limits()
        limits.chunkExtensions = 12
        limits.trailerSection = 24
        return limits
    }

    @Sendable static func check(_ input: [UInt8]) throws {
        guard let first = input.first else { return }
        let coded = Array(input.dropFirst())
        let limit = Int(first)
        let whole = try outcome(coded, cuts: [coded.count], limit: limit)
        for cuts in Cuts.all(of: coded).dropFirst() {
            try expectEqual(outcome(coded, cuts: cuts, limit: limit), whole, "cut at \(cuts)")
        }
        switch (whole, NaiveChunked.read(coded, limit: limit, limits)) {
        case (.waiting, .waiting), (.refused, .refused): break
        case (.complete(let content, let consumed), .complete(let expected, let expectedConsumed)):
            try expectEqual(content, expected, "content")
            try expectEqual(consumed, expectedConsumed, "consumed")
        case (_, let naive): throw PropertyFailure("read as \(whole), expected \(naive)")
        }
        try checkRoundTrip(coded)
    }

    private enum Outcome: Equatable {
        case waiting
        case refused(Rejection)
        case complete([UInt8], consumed: Int)
    }

    private static func outcome(_ coded: [UInt8], cuts: [Int], limit: Int) throws -> Outcome {
        var reader = ContentReader(length: nil, limit: limit)
        let limits = limits
        var position = 0
        do {
            for cut in cuts where cut > position {
                let (consumed, isComplete) = try withExactBytes(coded[position..<cut]) {
                    try reader.read($0, limits: limits)
                }
                try expect(consumed <= cut - position, "consumed \(consumed) of \(cut - position) bytes")
                try expect(reader.content.count <= limit, "\(reader.content.count) bytes of content, limit \(limit)")
                position += consumed
                if isComplete { return .complete(reader.content, consumed: position) }
                try expectEqual(position, cut, "what is not complete takes all")
            }
            return .waiting
        } catch let rejection as Rejection {
            return .refused(rejection)
        }
    }

    /// Any content, in chunks of any sizes, is read back, and bytes after the content are not consumed.
    private static func checkRoundTrip(_ content: [UInt8]) throws {
        var generator = SplitMix(of: content)
        var coded: [UInt8] = []
        var rest = content[...]
        while !rest.isEmpty {
            let chunk = rest.prefix(Int.random(in: 1...rest.count, using: &generator))
            rest = rest.dropFirst(chunk.count)
            coded += "\(String(chunk.count, radix: 16, uppercase: Bool.random(using: &generator)))\r\n".utf8
            coded += chunk + [0x0D, 0x0A]
        }
        coded += "0\r\n\r\n".utf8
        let followed = coded + "GET / HTTP/1.1\r\n".utf8
        try expectEqual(
            outcome(followed, cuts: [followed.count], limit: content.count),
            .complete(content, consumed: coded.count), "round trip")
    }
}
