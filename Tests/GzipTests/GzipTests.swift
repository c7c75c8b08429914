import Gzip
import Testing

struct GzipTests {
    private let text = Array(String(repeating: "Die Musik ist die Sprache der Leidenschaft. ", count: 2000).utf8)

    @Test(arguments: [1, 6, 9])
    func compressedTextIsInflatedToTheSameBytes(_ level: Int) throws {
        let packed = try Gzip.compress(text, level: level)
        #expect(packed.count < text.count / 10)
        #expect(try Gzip.inflate(packed, limit: text.count, ratio: 1000) == text)
    }

    @Test func equalInputIsCompressedToEqualBytes() throws {
        #expect(try Gzip.compress(text) == Gzip.compress(text))
    }

    @Test func compressedEmptyInputIsInflatedToNoBytes() throws {
        #expect(try Gzip.inflate(Gzip.compress([]), limit: 0) == [])
    }

    @Test func compressedRandomBytesAreInflatedToTheSameBytes() throws {
        let noise = (0..<100_000).map { _ in UInt8.random(in: .min ... .max) }
        #expect(try Gzip.inflate(Gzip.compress(noise), limit: 100_000) == noise)
    }

    @Test func gzipDataOneByteOverTheLimitIsRefused() throws {
        let packed = try Gzip.compress(text)
        #expect(throws: GzipError.tooLarge) { try Gzip.inflate(packed, limit: text.count - 1, ratio: 1000) }
    }

    /// Spec S1.18.
    @Test func aDecompressionBombIsRefusedByItsRatio() throws {
        let bomb = try Gzip.compress([UInt8](repeating: 0, count: 20 << 20))
        #expect(throws: GzipError.tooLarge) { try Gzip.inflate(bomb, limit: 1 << 30) }
    }

    /// Spec S1.18.
    @Test func theSizeLimitAppliesToAllGzipMembersTogether() throws {
        let member = try Gzip.compress(Array("hello ".utf8))
        #expect(try Gzip.inflate(member + member, limit: 12) == Array("hello hello ".utf8))
        #expect(throws: GzipError.tooLarge) { try Gzip.inflate(member + member, limit: 11) }
    }

    @Test func malformedOrTruncatedGzipDataIsRefused() throws {
        let packed = try Gzip.compress(text)
        for bytes in [[], Array("hello".utf8), Array(packed.dropLast()), packed + [0], Array(packed.dropFirst())] {
            #expect(throws: GzipError.malformed) { try Gzip.inflate(bytes, limit: 1 << 20, ratio: 1000) }
        }
    }

    @Test func gzipDataWithAWrongChecksumIsRefused() throws {
        var packed = try Gzip.compress(Array("hello".utf8))
        packed[packed.count - 5] ^= 1
        #expect(throws: GzipError.malformed) { try Gzip.inflate(packed, limit: 100) }
    }

    @Test(arguments: [1, 2, 7, 100, 1_000_000])
    func gzipDataInPiecesOfAnySizeIsInflatedOrRefusedAlike(_ size: Int) throws {
        let packed = try Gzip.compress(text) + Gzip.compress([]) + Gzip.compress(Array("end".utf8))
        #expect(try inflated(packed, size, limit: text.count + 3, ratio: 10_000) == text + Array("end".utf8))
        #expect(throws: GzipError.tooLarge) { try inflated(packed, size, limit: text.count + 2, ratio: 10_000) }
        #expect(throws: GzipError.malformed) { try inflated(packed.dropLast(1), size, limit: 1 << 20, ratio: 10_000) }
        #expect(throws: GzipError.malformed) { try inflated(packed + [1], size, limit: 1 << 20, ratio: 10_000) }
        #expect(throws: GzipError.malformed) { try inflated([], size, limit: 1 << 20, ratio: 10_000) }
        let bomb = try Gzip.compress([UInt8](repeating: 0, count: 4 << 20))
        #expect(throws: GzipError.tooLarge) { try inflated(bomb, size, limit: 1 << 30, ratio: 200) }
    }

    private func inflated(_ packed: some Collection<UInt8>, _ size: Int, limit: Int, ratio: Int) throws -> [UInt8] {
        var rest = Array(packed)[...]
        let inflater = try GzipInflater(limit: limit, ratio: ratio) {
            defer { rest = rest.dropFirst(size) }
            return rest.isEmpty ? nil : Array(rest.prefix(size))
        }
        var bytes: [UInt8] = []
        while let piece = try inflater.next() { bytes += piece }
        return bytes
    }

    /// The check value of CRC-32/ISO-HDLC.
    @Test func theChecksumHasTheCheckValueOfCRC32() {
        #expect(Gzip.checksum(Array("123456789".utf8)) == 0xCBF4_3926)
        #expect(Gzip.checksum([]) == 0)
    }
}
