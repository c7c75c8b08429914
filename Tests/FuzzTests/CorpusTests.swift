import Foundation
import Testing

/// Replays the kept inputs of each fuzz target: hand-written cases (`NAME.seeds`) and inputs that libFuzzer found
/// (`NAME.found`, written by `make fuzz`). A crash or difference that is found also becomes a named test beside the
/// tested code.
struct CorpusTests {
    private static func inputs(of target: FuzzTarget) throws -> [[UInt8]] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Corpus")
        return try ["seeds", "found"].flatMap { kind in
            let file = folder.appendingPathComponent("\(target.name).\(kind)")
            return try Corpus.inputs(String(decoding: try Data(contentsOf: file), as: UTF8.self))
        }
    }

    /// Spec S3, S5.3.
    @Test(arguments: FuzzTarget.all)
    func everyCorpusInputPassesTheChecksOfItsFuzzTarget(target: FuzzTarget) throws {
        let inputs = try Self.inputs(of: target)
        #expect(inputs.count >= 20)
        for input in inputs {
            #expect(throws: Never.self, "\(Corpus.line(input))") { try target.check(input) }
        }
    }

    /// Fuzzes for a short time with deterministic changes: bytes are changed, removed and doubled.
    @Test(arguments: FuzzTarget.all)
    func changedCorpusInputsPassTheChecksOfTheirFuzzTarget(target: FuzzTarget) throws {
        for input in try Self.inputs(of: target) {
            var generator = SplitMix(of: input)
            var changed = input
            let place = Int.random(in: 0..<input.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0: changed[place] = UInt8.random(in: .min ... .max, using: &generator)
            case 1: changed.remove(at: place)
            default: changed.insert(contentsOf: input[place..<min(input.count, place + 8)], at: place)
            }
            #expect(throws: Never.self, "\(Corpus.line(changed))") { try target.check(changed) }
        }
    }

    @Test func anInputIsReadBackFromItsCorpusLine() throws {
        let bytes = Array(UInt8.min ... .max)
        #expect(try Corpus.inputs(Corpus.line(bytes)) == [bytes])
        for byte in bytes { #expect(try Corpus.inputs(Corpus.line([byte, byte])) == [[byte, byte]]) }
    }

    @Test func anInvalidCorpusLineIsRefused() {
        for line in ["\\", "\\q", "\\x", "\\x4", "\\xGG"] {
            #expect(throws: Corpus.Malformed.self) { try Corpus.inputs(line) }
        }
    }
}

extension FuzzTarget: CustomTestStringConvertible {
    var testDescription: String { name }
}
