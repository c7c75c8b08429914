import Testing

@testable import QRCode

@Suite struct QRSymbolTests {
    /// The capacities at level M in byte mode (ISO/IEC 18004:2015, table 7).
    @Test func theSmallestVersionThatHoldsTheTextIsChosen() throws {
        let capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213]
        #expect(QRVersion.all.map(\.capacity) == capacities)
        for (index, capacity) in capacities.enumerated() {
            #expect(try QRSymbol(String(repeating: "a", count: capacity)).version == index + 1)
        }
        #expect(try QRSymbol("").version == 1)
    }

    @Test func aTextLongerThan213BytesIsRefused() {
        #expect(throws: QRCodeError.tooLong(bytes: 214, limit: 213)) {
            try QRSymbol(String(repeating: "a", count: 214))
        }
    }

    @Test func aTextForAQRCodeMustBeASCII() {
        #expect(throws: QRCodeError.notASCII) { try QRSymbol("https://dvořák.example/live") }
    }

    /// Every version, compared with symbols that a foreign reader has decoded (zbarimg of ZBar 0.23).
    @Test(arguments: StoredSymbol.all)
    func theSymbolOfEachVersionEqualsAStoredSymbolThatAnotherReaderDecoded(stored: StoredSymbol) throws {
        let symbol = try QRSymbol(stored.text)
        #expect(symbol.version == stored.version)
        #expect(symbol.mask == stored.mask)
        #expect(StoredSymbol.rows(of: symbol) == stored.rows)
    }

    /// The codewords of each version: data and error correction (ISO/IEC 18004:2015, table 1).
    @Test func theCodewordsOfEachVersionFillItsSymbol() {
        let totals = [26, 44, 70, 100, 134, 172, 196, 242, 292, 346]
        for (version, total) in zip(QRVersion.all, totals) {
            #expect(version.dataCount + version.blocks.count * version.correction == total)
            #expect(QRCodewords(Array("a".utf8), version: version).interleaved.count == total)
        }
    }

    /// The example of the standard: "01234567" in version 1-M (ISO/IEC 18004:2015, annex I).
    @Test func theErrorCorrectionEqualsTheExampleOfTheStandard() {
        let data: [UInt8] = [16, 32, 12, 86, 97, 128, 236, 17, 236, 17, 236, 17, 236, 17, 236, 17]
        #expect(
            ReedSolomon(degree: 10).remainder(of: data) == [165, 36, 212, 193, 237, 54, 199, 135, 44, 85])
    }

    @Test func theRunsOfASymbolCoverAllItsDarkModules() throws {
        let symbol = try QRSymbol("a")
        #expect(symbol.path.hasPrefix("M4 4h7v1h-7z"))
        let darkModules = (0..<21).map { row in (0..<21).count { symbol.isDark(row: row, column: $0) } }
        #expect(symbol.runs.map(\.length).reduce(0, +) == darkModules.reduce(0, +))
        #expect(symbol.side == 29)
        #expect(!symbol.isDark(row: -1, column: 0))
    }
}
