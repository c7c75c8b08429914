import Foundation
import Gzip
import Testing

@testable import RadioImports

/// Files are read in pieces; the result does not depend on where they are cut.
struct PiecewiseTests {
    private func collected(_ reader: some StationReader, _ name: String, _ pieces: [[UInt8]]) throws -> [String] {
        let sink = Collector()
        try reader.read(SourceFile(name: name, pieces: pieces), into: sink)
        return sink.items.map { "\($0.item) \($0.position)" } + sink.faults.map { "\($0.message) \($0.position)" }
            + sink.notices.map { "\($0.message) \($0.position)" }
    }

    @Test(arguments: [1, 2, 3, 7, 64, 1000, 65_536])
    func itemsAndFaultsDoNotDependOnWhereAFileIsCut(_ size: Int) throws {
        let feed = try resource("podcasting20-example.xml")
        let services = try resource("radio24-SI.xml")
        let season = try resource("sked-a23-excerpt.csv")
        let log = Array(
            """
            station_slug,recognized_at,artist,title\r
            "one","2026-06-15T12:00:00Z","A ""quoted"" name","Two
            lines"
            one,2026-06-15T12:05:00Z,bad"quote,x
            one,2026-06-15T12:10:00Z,Other,"Sóng"
            """.utf8)
        let files: [(any StationReader, String, [UInt8])] = [
            (RSSReader(), "feed.xml", feed), (RSSReader(), "feed.xml", try Gzip.compress(feed)),
            (SPIReader(), "SI.xml", services), (EibiReader(), "sked-a23.csv", season),
            (PlaysReader(), "log.csv", log),
        ]
        for (reader, name, bytes) in files {
            let whole = try collected(reader, name, [bytes])
            #expect(!whole.isEmpty)
            #expect(try collected(reader, name, bytes.cut(size)) == whole, "\(name)")
        }
    }

    @Test(arguments: [1, 5, 4096, 100_000])
    func anEncodedOrCompressedGuideIsReadInPiecesOfAnySize(_ size: Int) throws {
        let guide = """
            <?xml version="1.0" encoding="ENCODING"?>
            <!DOCTYPE tv SYSTEM "xmltv.dtd">
            <tv><channel id="c"><display-name>Čtyři</display-name></channel>
            <!-- \((0..<20_000).map { String($0 &* 2_654_435_761 % 1_000_003) }.joined(separator: " ")) -->
            <programme channel="c" start="20260615120000 +0000" stop="20260615130000 +0000"><title>Café</title></programme></tv>
            """
        func titles(_ bytes: [UInt8]) throws -> [String] {
            let sink = Collector()
            try XMLTVReader().read(SourceFile(name: "guide.xml", pieces: bytes.cut(size)), into: sink)
            #expect(sink.reports.isEmpty)
            return sink.shows.map(\.title)
        }
        let latin = guide.replacing("ENCODING", with: "ISO-8859-1")
        #expect(try titles(Array(latin.utf8)) == ["Café"], "the file claims an encoding that it does not have")
        let bytes = latin.replacing("Čtyři", with: "Five").unicodeScalars.map { UInt8($0.value) }
        #expect(try titles(bytes) == ["Café"])
        #expect(try titles(try Gzip.compress(bytes)) == ["Café"])
        var wide: [UInt8] = [0xFF, 0xFE]
        for unit in guide.replacing("ENCODING", with: "UTF-16").utf16 {
            wide += [UInt8(truncatingIfNeeded: unit), UInt8(unit >> 8)]
        }
        #expect(try titles(wide) == ["Café"])
    }

    @Test func noItemsOfATruncatedGzipFileAreRead() throws {
        let feed = try Gzip.compress(try resource("podcasting20-example.xml"))
        let sink = try RSSReader().read(bytes: Array(feed.dropLast(100)), named: "feed.xml")
        #expect(sink.items.isEmpty)
        #expect(sink.reports == ["feed.xml: the gzip file is damaged or cut short; send an intact copy"])
    }

    @Test func anUnclosedQuoteDoesNotHideLaterRows() throws {
        let rows = (0..<60_000).map { "one,2026-06-15T12:00:\($0 % 60)Z,Artist,Song \($0)\n" }.joined()
        let text = "station_slug,recognized_at,artist,title\none,2026-06-15T12:00:00Z,\"open,x\n" + rows
        let sink = Collector()
        try PlaysReader().read(SourceFile(name: "log.csv", pieces: Array(text.utf8).cut(100_000)), into: sink)
        #expect(sink.reports.first?.contains("without a closing quote") == true)
        #expect(sink.reports.first?.contains("log.csv:2") == true)
        #expect(sink.items.count + sink.faults.count >= 60_000)
    }

    @Test func aFileThatChangesAfterItIsOpenedIsRefused() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("open-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        try Data(repeating: 0x61, count: 600_000).write(to: URL(fileURLWithPath: path))
        let file = SourceFile(name: "file", file: try OpenFile(path))
        for _ in 0..<2 {
            let pieces = file.pieces()
            var sizes: [Int] = []
            while let piece = try pieces() { sizes.append(piece.count) }
            #expect(sizes == [SourceFile.pieceSize, SourceFile.pieceSize, 600_000 - 2 * SourceFile.pieceSize])
        }
        #expect(try file.bytes.count == 600_000)
        try file.checkUnchanged()
        let handle = try #require(FileHandle(forWritingAtPath: path))
        try handle.seekToEnd()
        try handle.write(contentsOf: Data("more".utf8))
        try handle.close()
        #expect(throws: ImportSource.Failure.self) { try file.checkUnchanged() }
    }

    @Test func aRepeatedKeyReturnsTheLineOfItsFirstOccurrence() {
        var keys = KeyLines()
        #expect(keys.note("a", line: 3) == nil)
        #expect(keys.note("b", line: 4) == nil)
        #expect(keys.note("a", line: 5) == 3)
        #expect(keys["a"] == 3 && keys["c"] == nil)
    }
}
