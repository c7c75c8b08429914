import Gzip
import Testing

struct DeflateTests {
    private let text = Array(String(repeating: "Die Musik ist die Sprache der Leidenschaft. ", count: 500).utf8)

    /// A gzip member is a header of ten bytes, the deflated data, the checksum and the length.
    private func deflated(_ bytes: [UInt8]) throws -> [UInt8] {
        Array(try Gzip.compress(bytes).dropFirst(10).dropLast(8))
    }

    @Test func rawDeflateDataIsInflated() throws {
        let packed = try deflated(text)
        #expect(try Deflate.inflate(packed[...], limit: text.count, ratio: 1000) == text)
    }

    @Test func theChecksumOfATextEqualsTheChecksumInItsGzipFile() throws {
        let packed = try Gzip.compress(text)
        let stored = packed.suffix(8).prefix(4).reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        #expect(Gzip.checksum(text) == stored)
    }

    @Test func deflatedDataOneByteOverTheLimitIsRefused() throws {
        let packed = try deflated(text)
        #expect(throws: GzipError.tooLarge) { try Deflate.inflate(packed[...], limit: text.count - 1, ratio: 1000) }
    }

    /// Spec S1.18.
    @Test func aDecompressionBombIsRefusedByItsRatio() throws {
        let bomb = try deflated([UInt8](repeating: 0, count: 20 << 20))
        #expect(throws: GzipError.tooLarge) { try Deflate.inflate(bomb[...], limit: 1 << 30) }
    }

    @Test func truncatedDeflateDataAndBytesAfterItAreRefused() throws {
        let packed = try deflated(text)
        #expect(throws: GzipError.malformed) { try Deflate.inflate(packed.dropLast(), limit: 1 << 20, ratio: 1000) }
        #expect(throws: GzipError.malformed) { try Deflate.inflate((packed + [0])[...], limit: 1 << 20, ratio: 1000) }
        #expect(throws: GzipError.malformed) { try Deflate.inflate([], limit: 10) }
    }
}
