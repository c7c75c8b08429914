import Gzip
import Testing
import Web
import XML

@testable import RadioImports

struct ImportLimitsTests {
    private static let head = "<rss version=\"2.0\"><channel><title>Talks</title><link>https://talks.example/</link>\n"
    private static let item = "<item><guid>1</guid><title>One</title></item>\n"
    private static let end = "</channel></rss>"

    private static func letters(_ count: Int) -> String { String(repeating: "x", count: count) }

    private static func read(
        _ format: String, _ bytes: [UInt8], named name: String = "file", _ change: (inout ImportLimits) -> Void
    ) throws -> Collector {
        var limits = ImportLimits()
        change(&limits)
        let sink = Collector()
        let format = try found(ImportFormats.format(named: format))
        let file = SourceFile(name: name, bytes: bytes).measured(by: ImportMeter(limits))
        try format.reader(ImportOptions()).read(file, into: sink)
        return sink
    }

    /// A limit, and a file that reaches or exceeds it.
    private struct Case: CustomTestStringConvertible {
        let testDescription: String
        let format: String
        var name = "file"
        let most: Int
        let line: Int
        let change: @Sendable (inout ImportLimits) -> Void
        let file: @Sendable (Int) -> String
    }

    private static let cases = [
        Case(testDescription: "text", format: "rss", most: 3000, line: 2, change: { $0.text = 3000 }) {
            head + "<item><guid>1</guid><title>" + letters($0) + "</title></item>" + end
        },
        Case(testDescription: "elements", format: "rss", most: 30, line: 2, change: { $0.elements = 30 }) {
            head + String(repeating: "<a/>", count: $0 - 4) + end
        },
        Case(testDescription: "attributes", format: "rss", most: 20, line: 2, change: { $0.attributes = 20 }) {
            head + "<a " + (0..<$0).map { "b\($0)=''" }.joined(separator: " ") + "/>" + end
        },
        Case(testDescription: "memory of entries", format: "m3u", most: 5, line: 6, change: { $0.memory = 5 * 1024 }) {
            (0..<$0).map { "https://radio.example/\($0)\n" }.joined()
        },
        Case(testDescription: "line", format: "m3u", most: 3000, line: 1, change: { $0.text = 3000 }) {
            "#" + letters($0 - 1) + "\nhttps://radio.example/1\n"
        },
        Case(testDescription: "string", format: "wmuc", most: 3000, line: 2, change: { $0.text = 3000 }) {
            "{\"a\":\n\"" + letters($0) + "\"}"
        },
        Case(testDescription: "string with an escape", format: "cro", most: 3000, line: 2, change: { $0.text = 3000 }) {
            "{\"a\":\n\"\\n" + letters($0 - 1) + "\"}"
        },
        Case(
            testDescription: "stations", format: "plays", name: "stations.json", most: 10, line: 2,
            change: { $0.memory = 13 * 3 * 48 }
        ) { "[\n[" + (0..<$0).map { _ in "1,2" }.joined(separator: ",") + "]]" },
    ]

    @Test(arguments: cases)
    private func aFileBeyondALimitIsRefusedWithTheLineThatExceedsTheLimit(_ example: Case) throws {
        if example.testDescription != "stations" {
            _ = try Self.read(
                example.format, Array(example.file(example.most).utf8), named: example.name, example.change)
        }
        let refusal = #expect(throws: ImportRefusal.self) {
            try Self.read(
                example.format, Array(example.file(example.most + 1).utf8), named: example.name, example.change)
        }
        #expect(refusal?.line == example.line)
        #expect(refusal?.message.isEmpty == false)
    }

    @Test func aGzipFileIsRefusedWhenItsContentExceedsTheLimit() throws {
        func packed(_ length: Int) throws -> [UInt8] {
            // Letters that hardly compress, so that the limit of the length applies and not the ratio.
            var seed: UInt64 = 1
            let filler = String(
                decoding: (0..<length).map { _ -> UInt8 in
                    seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                    return 0x61 + UInt8(seed >> 60)
                }, as: UTF8.self)
            return try Gzip.compress(
                Array((Self.head + "<!--" + filler + "-->" + Self.item + Self.end).utf8))
        }
        let sink = try Self.read("rss", packed(500_000)) { $0.unpacked = 1 << 20 }
        #expect(sink.episodes.count == 1)
        let refusal = #expect(throws: ImportRefusal.self) {
            try Self.read("rss", packed(1_100_000)) {
                $0.unpacked = 1 << 20
                $0.text = 2 << 20
            }
        }
        #expect(refusal?.message.contains("1 MiB") == true)
        #expect(refusal?.line == 2)
    }

    @Test func aRowWithTooManyFieldsIsReportedWithItsLine() throws {
        let file =
            PlaysReaderTests.head + String(repeating: ",", count: 30) + "\r\n1,1,kan-88,2026-07-13T12:03:59Z,A,B,\r\n"
        let sink = try Self.read("plays", Array(file.utf8)) { $0.fields = 20 }
        #expect(sink.reports == ["file:2: the row must have at most 20 fields"])
        #expect(sink.cuts.count == 1)
    }

    @Test func aCSVLineOfMoreThanOneMebibyteIsRefused() throws {
        let file = PlaysReaderTests.head + Self.letters(4 << 20)
        let refusal = #expect(throws: ImportRefusal.self) { try Self.read("plays", Array(file.utf8)) { _ in } }
        let message = "a line must have at most 1 MiB; end each row with a line break"
        #expect(refusal == ImportRefusal(message: message, line: 2))
    }

    @Test func aUTF16FeedIsReadInPiecesOfAnySize() throws {
        let text = Self.head + "<item><guid>1</guid><title>Ž 𝄞</title></item>" + Self.end
        let units = [0xFEFF] + Array(("<?xml version=\"1.0\" encoding=\"UTF-16\"?>" + text).utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big] {
            for size in [1, 2, 3, 5, 4096] {
                let sink = Collector()
                try RSSReader().read(SourceFile(name: "file", pieces: bytes.cut(size)), into: sink)
                #expect(sink.episodes.map(\.title) == ["Ž 𝄞"])
            }
        }
    }

    @Test func anImportBeyondALimitWritesNoItems() async throws {
        try await ImportRig.with { rig in
            var limits = ImportLimits()
            limits.text = 3000
            let text =
                Self.head + Self.item + "<item><guid>2</guid><title>" + Self.letters(4000) + "</title></item>"
                + Self.end
            let record = try await rig.imports.run(
                ImportSource(name: "feed.xml", texts: [("feed.xml", text)]),
                as: found(ImportFormats.format(named: "rss")), in: rig.here,
                order: StationImport.Order(limits: limits), by: ImportActor(command: "test"))
            #expect(record.report.outcome == .refused)
            #expect(
                record.report.faults.first.map { "\($0.position): \($0.message)" }
                    == ["feed.xml:3: an element must contain at most 3000 bytes of text; shorten the text"])
            #expect(try await rig.rows("select count(*) from app.show") == ["0"])
            #expect(try await rig.rows("select count(*) from app.radio_stage") == ["0"])
            #expect(try await rig.rows("select outcome from app.radio_import") == ["refused"])
        }
    }

    @Test func aFileThatTakesTooMuchProcessorTimeIsRefusedWithTheLimit() async throws {
        try await ImportRig.with { rig in
            var limits = ImportLimits()
            limits.processorSeconds = 1
            let record = try await rig.imports.run(
                ImportSource(name: "feed.xml", texts: [("feed.xml", Self.head + Self.item + Self.end)]),
                as: ImportFormat("rss", endings: []) { _ in EndlessReader() }, in: rig.here,
                order: StationImport.Order(limits: limits), by: ImportActor(command: "test"))
            #expect(record.report.outcome == .refused)
            #expect(
                record.report.faults.first.map { "\($0.position): \($0.message)" }
                    == [
                        "feed.xml:7: reading the file up to here took more than 1 s of processor time; "
                            + "send the file in parts"
                    ])
        }
    }

    @Test func importLimitsAreWrittenInBinaryUnits() {
        #expect(ImportLimits.size(16 << 20) == "16 MiB")
        #expect(ImportLimits.size(64 << 10) == "64 KiB")
        #expect(ImportLimits.size(100) == "100 bytes")
        #expect(Set(XMLError.Limit.allCases.map(ImportLimits().sentence)).count == XMLError.Limit.allCases.count)
    }
}

/// A reader that reads until it is stopped.
struct EndlessReader: StationReader {
    static let format = "rss"

    func read(_ file: SourceFile, into sink: some DraftSink) throws {
        while true { try file.meter.checkpoint(line: 7) }
    }
}
