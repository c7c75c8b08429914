import Foundation
import Testing

@testable import Web

/// Tests that compare the output of `ViewWriter` with the output of Foundation's encoder.
struct ViewWriterTests {
    private static func expected(_ view: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        encoder.dateEncodingStrategy = .custom { try Instant($0).encode(to: $1) }
        return String(decoding: try encoder.encode(view), as: UTF8.self)
    }

    private static func written(_ view: some Encodable) throws -> String {
        String(decoding: try ViewWriter.bytes(view), as: UTF8.self)
    }

    /// A random JSON value.
    private indirect enum Tree: Encodable {
        case text(String), number(Int64), fraction(Double), flag(Bool), nothing, date(Date)
        case list([Tree])
        case object([String: Tree])
        case record(Record)

        struct Record: Encodable {
            let zeta: Tree
            let alpha: Int32?
            let be: [String]
            let b: Tree?
            let alphaBeta: [String: UInt8]
            let alphabetical = 1
            let alphabet = 2
            let alphabetic = [3]
            let Alpha: Float
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .text(let text): try text.encode(to: encoder)
            case .number(let number): try number.encode(to: encoder)
            case .fraction(let number): try number.encode(to: encoder)
            case .flag(let flag): try flag.encode(to: encoder)
            case .date(let date): try Optional(date).encode(to: encoder)
            case .nothing:
                var container = encoder.singleValueContainer()
                try container.encodeNil()
            case .list(let list): try list.encode(to: encoder)
            case .object(let object): try object.encode(to: encoder)
            case .record(let record): try record.encode(to: encoder)
            }
        }

        init(_ random: inout some RandomNumberGenerator, depth: Int) {
            let letters = [
                "a", "b", "Z", "é", "\"", "\\", "/", "\n", "\u{1}", "\u{1F}", "\u{7F}", "😀", "\u{2028}", " ", "",
            ]
            func word(_ random: inout some RandomNumberGenerator) -> String {
                (0..<Int.random(in: 0...6, using: &random)).map { _ in letters.randomElement(using: &random) ?? "" }
                    .joined()
            }
            switch Int.random(in: 0..<(depth > 0 ? 10 : 6), using: &random) {
            case 0: self = .text(word(&random))
            case 1:
                self = .number(
                    Int64.random(in: .min ... .max, using: &random) >> Int64.random(in: 0..<64, using: &random))
            case 2:
                self = .fraction([0, -0.0, 1, -2.5, 1e-7, 1e16, 123456789.25, .pi].randomElement(using: &random) ?? 0)
            case 3: self = .flag(Bool.random(using: &random))
            case 4: self = .nothing
            case 5:
                self = .date(
                    Date(timeIntervalSince1970: Double(Int.random(in: -9_999...9_999_999, using: &random)) / 8))
            case 6:
                self = .list((0..<Int.random(in: 0...4, using: &random)).map { _ in Tree(&random, depth: depth - 1) })
            case 7:
                self = .object(
                    Dictionary(
                        (0..<Int.random(in: 0...5, using: &random)).map { _ in
                            (word(&random), Tree(&random, depth: depth - 1))
                        }, uniquingKeysWith: { first, _ in first }))
            default:
                self = .record(
                    Record(
                        zeta: Tree(&random, depth: depth - 1),
                        alpha: Bool.random(using: &random) ? .random(in: .min ... .max, using: &random) : nil,
                        be: (0..<Int.random(in: 0...3, using: &random)).map { _ in word(&random) },
                        b: Bool.random(using: &random) ? Tree(&random, depth: depth - 1) : nil,
                        alphaBeta: ["b": 1, "a": 2], Alpha: 0.1))
            }
        }
    }

    /// A linear congruential generator. Its numbers are random enough for these values, and it needs no other module.
    private struct Numbers: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    @Test func viewWriterAndJSONEncoderAgreeOnRandomViews() throws {
        var random = Numbers(state: 7)
        for _ in 0..<5000 {
            let tree = [Tree(&random, depth: 4)]
            #expect(try Self.written(tree) == Self.expected(tree))
        }
    }

    /// The keys are unsorted and have a common prefix.
    @Test func viewWriterAndJSONEncoderAgreeOnALargeObject() throws {
        let view = Dictionary(uniqueKeysWithValues: (0..<3000).map { ("member \($0 * 7919 % 3001)", [$0]) })
        #expect(try Self.written(view) == Self.expected(view))
    }

    private struct Numbered: Encodable {
        var whole: (Int, Int8, Int16, UInt, UInt16, UInt32, UInt64) = (-1, -8, -16, 1, 16, 32, .max)
        private enum Key: String, CodingKey { case a, b, c, d, e, f, g }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            try members.encode(whole.6, forKey: .g)
            try members.encode(whole.5, forKey: .f)
            try members.encode(whole.4, forKey: .e)
            try members.encode(whole.3, forKey: .d)
            try members.encode(whole.2, forKey: .c)
            try members.encode(whole.1, forKey: .b)
            try members.encode(whole.0, forKey: .a)
        }
    }

    private struct Nested: Encodable {
        private enum Key: String, CodingKey { case z, list, m, under }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            var inner = members.nestedContainer(keyedBy: Key.self, forKey: .z)
            try inner.encode("z", forKey: .z)
            try inner.encodeNil(forKey: .m)
            var list = members.nestedUnkeyedContainer(forKey: .list)
            try list.encode(1)
            var deeper = list.nestedContainer(keyedBy: Key.self)
            try deeper.encode(true, forKey: .m)
            var deepest = list.nestedUnkeyedContainer()
            try deepest.encodeNil()
            try members.encode(1.5, forKey: .m)
            try ["x": 1].encode(to: members.superEncoder(forKey: .under))
        }
    }

    /// A view whose members are encoded by two of its parts.
    private struct Flat: Encodable {
        private struct Part: Encodable {
            let b = "b"
            let y = ["y"]
        }
        private enum Key: String, CodingKey { case a, y, z }

        func encode(to encoder: any Encoder) throws {
            try Part().encode(to: encoder)
            var members = encoder.container(keyedBy: Key.self)
            try members.encode("z", forKey: .z)
            try members.encode("later", forKey: .y)
            try members.encode("a", forKey: .a)
        }
    }

    private struct Nothing: Encodable {}

    @Test func viewWriterAndJSONEncoderAgreeOnContainersAndSingleValues() throws {
        for view in [
            Numbered(), Nested(), Flat(), [Nothing()], [[Nothing]](), [3: "c", 1: "a"], [Float(0.1)],
            [Double.greatestFiniteMagnitude],
            [URL(string: "https://z.example/a?b=c")], [Data([1, 2, 255])], [Decimal(string: "1.50")],
            [Instant(milliseconds: 1)],
            ["a/b": Instant(milliseconds: 1)], "top", 7, true,
        ] as [any Encodable] {
            #expect(try Self.written(view) == Self.expected(view))
        }
    }

    /// Both encoders write a pre-encoded part unchanged.
    @Test func viewWriterAndJSONEncoderAgreeOnAPreEncodedPart() throws {
        struct Part: Encodable, Hashable {
            let title = "a \"b\""
            let at = [1, 2]
        }
        struct View: Encodable {
            let z: WrittenView<Part>
            let a: WrittenView<Part>?
            let none: WrittenView<Part>?
        }
        let part = try WrittenView(Part())
        let view = [View(z: part, a: part, none: nil)]
        #expect(try Self.written(view) == Self.expected(view))
        #expect(try Self.written(part) == Self.expected(Part()))
        #expect(part == (try WrittenView(Part())))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity])
    func encodingNaNOrInfinityThrows(_ number: Double) {
        #expect(throws: EncodingError.self) { try ViewWriter.bytes([number]) }
        #expect(throws: EncodingError.self) { try ViewWriter.bytes(["a": Float(number)]) }
    }

    /// A view that writes to a container after leaving it. The container's bytes are already written, so the member would end up in another object.
    private struct Returning: Encodable {
        private enum Key: String, CodingKey { case a, b }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: Key.self)
            var inner = members.nestedContainer(keyedBy: Key.self, forKey: .a)
            try inner.encode(1, forKey: .a)
            try members.encode(2, forKey: .b)
            try inner.encode(3, forKey: .b)
        }
    }

    @Test func writingToAnEncodingContainerAfterLeavingItThrows() {
        #expect(throws: EncodingError.self) { try ViewWriter.bytes(Returning()) }
    }
}
