import Glibc
import Testing
import ZipTestSupport

@testable import ScoreFormats

/// Malformed, huge and hostile files, each refused for its reason, in bounded time (spec S1.18, S1.20, S2).
struct HostileFileTests {
    struct File: Sendable, CustomTestStringConvertible {
        let name: String
        let kind: ScoreFault.Kind
        /// A part of the reason.
        let reason: String
        let bytes: @Sendable () throws -> [UInt8]

        init(
            _ name: String, _ kind: ScoreFault.Kind, _ reason: String, _ bytes: @escaping @Sendable () throws -> [UInt8]
        ) {
            (self.name, self.kind, self.reason, self.bytes) = (name, kind, reason, bytes)
        }

        init(
            _ name: String, _ kind: ScoreFault.Kind, _ reason: String,
            text: @escaping @autoclosure @Sendable () -> String
        ) {
            self.init(name, kind, reason) { Array(text().utf8) }
        }

        var testDescription: String { name }
    }

    private static func score(_ content: String) -> String { Document.score(Document.measure("7", content)) }

    private static func map(_ members: String) -> String {
        "[{\"count\": 1, \"actual_length\": 1},\n{\"count\": 2, \(members)}]"
    }

    private static func repeated(_ text: String, _ count: Int) -> String { String(repeating: text, count: count) }

    private static let container =
        "<container><rootfiles><rootfile full-path=\"score.xml\"/></rootfiles></container>"

    private static func archive(_ change: (inout ZipBuilder) throws -> Void = { _ in }) throws -> [UInt8] {
        var builder = try ZipBuilder([
            ("META-INF/container.xml", container),
            ("score.xml", Document.score(Document.measure("1", Document.note()))),
        ])
        try change(&builder)
        return builder.bytes
    }

    static let files: [File] = formats + xml + values + archives + maps

    private static let formats: [File] = [
        File("no bytes", .format, "neither MusicXML", text: ""),
        File("white space", .format, "neither MusicXML", text: " \n\t "),
        File("plain text", .format, "neither MusicXML", text: "Andante con moto"),
        File("random bytes", .format, "neither MusicXML") {
            (0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 7919 >> 3) | 0x80 }
        },
        File("a PDF", .format, "neither MusicXML", text: "%PDF-1.7\n1 0 obj"),
        File("a MIDI file", .format, "neither MusicXML") { Array("MThd".utf8) + [0, 0, 0, 6, 0, 1] },
        File("an SVG", .format, "root element is \"svg\"", text: "<svg xmlns=\"http://www.w3.org/2000/svg\"/>"),
        File("a MuseScore file", .format, "root element is \"museScore\"", text: "<museScore version=\"4.0\"/>"),
        File("an opus", .format, "list of scores", text: "<opus><score/></opus>"),
        File("a NUL byte", .xml, "UTF-8", text: "<score-partwise>\u{0}</score-partwise>"),
        File("bytes that are not UTF-8", .xml, "UTF-8") { Array("<score-partwise>".utf8) + [0xFF, 0xFE, 0x80] },
        File("a file over the limit", .limit, "at most 33554432") { [UInt8](repeating: 0x3C, count: (32 << 20) + 1) },
    ]

    private static let xml: [File] = [
        File("no end", .xml, "ends before", text: "<score-partwise><part id=\"P1\"><measure number=\"1\">"),
        File("a truncated tag", .xml, "not well-formed", text: "<score-partwise><part id=\"P1\"><measure numb"),
        File("a wrong end tag", .xml, "end tag", text: "<score-partwise><part></measure></part></score-partwise>"),
        File(
            "an unescaped ampersand", .xml, "&amp;",
            text: score("<direction><direction-type><words>A & B</words></direction-type></direction>")),
        File("an attribute without quotes", .xml, "quotes", text: "<score-partwise version=4.0/>"),
        File("an attribute twice", .xml, "of the same name", text: "<score-partwise version=\"4.0\" version=\"4.0\"/>"),
        File("two roots", .xml, "continues after", text: Document.score(Document.measure("1")) + "<score-partwise/>"),
        File("an unknown entity", .xml, "unknown entity", text: score("<note>&nbsp;</note>")),
        File("a control character", .xml, "character", text: score("<note>&#1;</note>")),
        File("an unfinished comment", .xml, "comment", text: "<score-partwise><!-- "),
        File("an unfinished CDATA section", .xml, "CDATA", text: "<score-partwise><![CDATA[ "),
        File(
            "an unknown encoding", .xml, "text before the root element",
            text: "<?xml version=\"1.0\" encoding=\"UTF-7\"?>+ADw-score-partwise+AD4- \u{E9}".replacing(
                "\u{E9}", with: "<score-partwise/>")),
        File(
            "an external entity", .xml, "DOCTYPE",
            text:
                "<!DOCTYPE s [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><score-partwise><part id=\"P1\"><measure number=\"1\">&e;</measure></part></score-partwise>"
        ),
        File("an external entity in UTF-16", .xml, "DOCTYPE") {
            "\u{FEFF}<!DOCTYPE s [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><score-partwise>&e;</score-partwise>".utf16
                .flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        },
        File(
            "a parameter entity", .xml, "DOCTYPE",
            text: "<!DOCTYPE s [<!ENTITY % p SYSTEM \"http://127.0.0.1:9/x.dtd\"> %p;]><score-partwise/>"),
        File("billion laughs", .xml, "DOCTYPE") {
            var text = "<!DOCTYPE l [<!ENTITY l0 \"lol\">"
            for level in 1...30 { text += "<!ENTITY l\(level) \"" + repeated("&l\(level - 1);", 10) + "\">" }
            return Array((text + "]><score-partwise>&l30;</score-partwise>").utf8)
        },
        File(
            "a quadratic entity", .xml, "DOCTYPE",
            text: "<!DOCTYPE q [<!ENTITY q \"" + repeated("q", 50_000) + "\">]><score-partwise>"
                + repeated("&q;", 50_000) + "</score-partwise>"),
        File("two DOCTYPEs", .xml, "DOCTYPE", text: "<!DOCTYPE a><!DOCTYPE b [<!ENTITY e \"x\">]><score-partwise/>"),
        File("a deep document", .limit, "64 levels", text: "<score-partwise>" + repeated("<part>", 5_000)),
        File(
            "depth within a measure", .limit, "64 levels",
            text: score(repeated("<note>", 200) + repeated("</note>", 200))),
        File(
            "many attributes", .limit, "64 attributes",
            text: "<score-partwise " + (0..<100_000).map { "a\($0)=\"\"" }.joined(separator: " ") + "/>"),
        File(
            "many namespaces", .limit, "16 namespace",
            text: "<score-partwise " + (0..<60).map { "xmlns:a\($0)=\"u:\($0)\"" }.joined(separator: " ") + "/>"),
        File(
            "a huge attribute", .limit, "65536 bytes",
            text: "<score-partwise version=\"" + repeated("4", 1 << 20) + "\"/>"),
        File("a huge text", .limit, "too much text", text: score("<lyric>" + repeated("la ", 1 << 20) + "</lyric>")),
        File(
            "a huge comment", .limit, "comment",
            text: "<score-partwise><!--" + repeated("x", 2 << 20) + "--></score-partwise>"),
        File("a huge measure", .limit, "memory", text: score(repeated("<note/>", 200_000))),
        File(
            "a measure without an end to its elements", .limit, "memory",
            text: "<score-partwise><part id=\"P1\"><measure number=\"1\">" + repeated("<note><rest/></note>", 300_000)),
        File(
            "many measures", .limit, "10000 measures", text: Document.score(repeated("<measure number=\"1\"/>", 20_000))
        ),
        File(
            "many parts", .limit, "500 parts",
            text: "<score-partwise>" + (0..<2_000).map { "<part id=\"P\($0)\"><measure number=\"1\"/></part>" }.joined()
                + "</score-partwise>"),
        File(
            "many empty elements", .limit, "memory",
            text: "<score-partwise><part id=\"P1\">" + repeated("<x/>", 4_100_000) + "</part></score-partwise>"),
    ]

    private static let values: [File] = [
        File("no measures", .value, "no measures", text: "<score-partwise version=\"4.0\"/>"),
        File("a part without measures", .value, "no measures", text: Document.score("")),
        File(
            "a measure outside the parts", .value, "outside",
            text: "<score-partwise><measure number=\"1\"/></score-partwise>"),
        File(
            "a part twice", .value, "occurs twice",
            text: Document.score(parts: [("P1", Document.measure("1")), ("P1", Document.measure("1"))])),
        File("divisions of 0", .value, "divisions is \"0\"", text: score(Document.attributes(divisions: "0"))),
        File("negative divisions", .value, "divisions is \"-4\"", text: score(Document.attributes(divisions: "-4"))),
        File(
            "absurd divisions", .value, "divisions is \"99999999999\"",
            text: score(Document.attributes(divisions: "99999999999"))),
        File(
            "divisions with an exponent", .value, "divisions is \"1e-300\"",
            text: score(Document.attributes(divisions: "1e-300"))),
        File("divisions of another script", .value, "divisions", text: score(Document.attributes(divisions: "４"))),
        File("a negative duration", .value, "duration is \"-1\"", text: score(Document.note("-1"))),
        File("a duration that is no number", .value, "duration is \"NaN\"", text: score(Document.note("NaN"))),
        File("a duration beyond any", .value, "duration", text: score(Document.note("99999999999999999999"))),
        File("a measure of years", .value, "at most 4000", text: score(repeated(Document.note("900000000"), 3))),
        File("a time signature of 0", .value, "0/4", text: score(Document.attributes(time: "0/4"))),
        File("a beat type of 0", .value, "4/0", text: score(Document.attributes(time: "4/0"))),
        File("a negative time signature", .value, "-3/4", text: score(Document.attributes(time: "-3/4"))),
        File(
            "an endless sum of beats", .value, "time signature",
            text: score(Document.attributes(time: repeated("1+", 5_000) + "1/4"))),
        File(
            "beats without a type", .value, "beat-type elements",
            text: score("<attributes><time><beats>4</beats></time></attributes>")),
        File(
            "a key that is no number", .value, "fifths is \"D\"",
            text: score("<attributes><key><fifths>D</fifths></key></attributes>")),
        File("an absurd tempo", .value, "tempo is \"1e9\"", text: score("<sound tempo=\"1e9\"/>")),
        File("a negative tempo", .value, "tempo is \"-60\"", text: score("<sound tempo=\"-60\"/>")),
        File(
            "a multiple rest of 0", .value, "multiple rest",
            text: score("<attributes><measure-style><multiple-rest>0</multiple-rest></measure-style></attributes>")),
        File(
            "a multiple rest of millions", .value, "multiple rest",
            text: score(
                "<attributes><measure-style><multiple-rest>5000000</multiple-rest></measure-style></attributes>")),
        File(
            "a repeat of millions", .value, "times=\"99999999\"",
            text: score(Document.barline("right", "<repeat direction=\"backward\" times=\"99999999\"/>"))),
        File("a repeat without a direction", .value, "direction", text: score(Document.barline("right", "<repeat/>"))),
        File(
            "a repeat of other letters", .value, "direction",
            text: score(Document.barline("right", "<repeat direction=\"bаckward\"/>"))),
        File("nested repeats that multiply", .form, "at most 20000 measures") {
            let form = "|: 1 |: 2 |: 3 |: 4 |: 5 :|x9 6 :|x9 7 :|x9 8 :|x9 9 :|x9"
            return Array(FormNotation(form).musicXML.utf8)
        },
        File("a thousand times a thousand", .form, "at most 20000 measures") {
            Array(FormNotation("|: 1 |: 2 :|x1000 3 :|x1000").musicXML.utf8)
        },
    ]

    private static let archives: [File] = [
        File("an archive cut short", .archive, "cut short") { Array(try archive().dropLast(5)) },
        File("the beginning of an archive", .archive, "cut short") { Array(try archive().prefix(30)) },
        File("an archive without a container", .archive, "container.xml") {
            try ZipBuilder([("score.xml", "<a/>")]).bytes
        },
        File("a container that names no file", .archive, "no rootfile") {
            try archive { try $0.replace(0, "<container><rootfiles/></container>") }
        },
        File("a container that names a missing file", .archive, "no file \"other.xml\"") {
            try archive { try $0.replace(0, container.replacing("score.xml", with: "other.xml")) }
        },
        File("a container that names a path outside", .archive, "no file \"../score.xml\"") {
            try archive { try $0.replace(0, container.replacing("score.xml", with: "../score.xml")) }
        },
        File("a container that is no XML", .xml, "root element") { try archive { try $0.replace(0, "score.xml") } },
        File("a container with entities", .xml, "DOCTYPE") {
            try archive { try $0.replace(0, "<!DOCTYPE c [<!ENTITY e \"x\">]>" + container) }
        },
        File("a container that names a picture", .archive, "media type") {
            try archive {
                try $0.replace(0, container.replacing("full-path", with: "media-type=\"image/png\" full-path"))
            }
        },
        File("a score in an archive that is no MusicXML", .format, "root element") {
            try archive { try $0.replace(1, "<svg/>") }
        },
        File("an archive in an archive", .xml, "UTF-8") {
            let inner = try archive()
            return try archive { builder in
                builder.files.removeLast()
                try builder.add("score.xml", inner)
            }
        },
        File("a path outside the archive", .archive, "..") { try archive { try $0.add("../../etc/cron.d/x", [1]) } },
        File("an absolute path", .archive, "relative") { try archive { try $0.add("/etc/passwd", [1]) } },
        File("a name twice", .archive, "another entry has the same name") {
            try archive { try $0.add("SCORE.XML", [1]) }
        },
        File("a name with a hidden direction", .archive, "control") {
            try archive { try $0.add("score\u{202E}lmx.exe", [1]) }
        },
        File("a name of thousands of bytes", .archive, "255 bytes") {
            try archive { try $0.add(repeated("n", 5_000), [1]) }
        },
        File("an encrypted entry", .archive, "encrypted") { try archive { $0.files[1].flags |= 1 } },
        File("another compression", .archive, "compression method 14") { try archive { $0.files[1].method = 14 } },
        File("zip64", .archive, "zip64") { try archive { $0.endValues[10] = (0xFFFF, 2) } },
        File("several disks", .archive, "several disks") { try archive { $0.endValues[6] = (3, 2) } },
        File("a wrong checksum", .archive, "checksum") { try archive { $0.files[1].checksum ^= 0x100 } },
        File("broken deflated data", .archive, "not valid") { try archive { $0.files[1].packed[0] = 0x07 } },
        File("overlapping entries", .archive, "do not agree") { try archive { $0.files[1].statedPosition = 0 } },
        File("a directory elsewhere", .archive, "not at the position given") {
            try archive { $0.endValues[16] = (7, 4) }
        },
        File("a bomb", .limit, "500 times") {
            try archive { try $0.add("bomb", [UInt8](repeating: 0x20, count: 16 << 20)) }
        },
        File("a bomb that lies about its size", .archive, "larger than") {
            try archive { builder in
                builder.files.removeLast()
                try builder.add("score.xml", [UInt8](repeating: 0x20, count: 16 << 20))
                builder.files[1].size = 90_000
            }
        },
        File("more than fits", .limit, "67108864 bytes") {
            try archive { builder in
                for index in 0..<9 {
                    try builder.add("\(index)", [1], isDeflated: false)
                    builder.files[index + 2].method = 8
                    builder.files[index + 2].statedPackedSize = 1
                    builder.files[index + 2].size = 200
                }
                builder.files[2].size = 1 << 30
            }
        },
        File("thousands of entries", .limit, "at most 1000") {
            try archive { builder in for index in 0..<1_500 { try builder.add("\(index)", [], isDeflated: false) } }
        },
    ]

    private static let maps: [File] = [
        File("JSON without an end", .json, "not well-formed", text: "[{\"count\": 1"),
        File("JSON with a comma too many", .json, "not well-formed", text: "[{\"count\": 1},]"),
        File("deep JSON", .json, "8 levels", text: repeated("[", 100_000)),
        File("half a surrogate pair", .json, "surrogate", text: map("\"name\": \"\\ud800\"")),
        File("an object in place of an array", .format, "array of measures", text: "{\"count\": 1}"),
        File("an empty map", .value, "no measures", text: "[]"),
        File("a number in place of a measure", .value, "must be an object", text: "[1]"),
        File("a measure without a name", .value, "neither count nor ID", text: "[{}]"),
        File("a member twice", .json, "occurs twice", text: "[{\"count\": 1, \"count\": 2}]"),
        File(
            "an ID twice", .value, "occurs twice",
            text: "[{\"ID\": \"a\", \"actual_length\": 1, \"next\": [\"a\"]}, {\"ID\": \"a\", \"actual_length\": 1}]"),
        File("a count of 0", .value, "count must be", text: "[{\"count\": 0}]"),
        File(
            "counts that fall", .value, "counts must increase",
            text: "[{\"count\": 2, \"actual_length\": 1}, {\"count\": 1, \"actual_length\": 1}]"),
        File(
            "a count far away", .limit, "10000 measures",
            text: "[{\"count\": 1, \"actual_length\": 1}, {\"count\": 999999999, \"actual_length\": 1}]"),
        File("a length of 0 without a time", .value, "no length", text: map("\"actual_length\": 0")),
        File("a negative length", .value, "actual_length", text: map("\"actual_length\": -1")),
        File("a length beyond any", .value, "actual_length", text: map("\"actual_length\": 1e300")),
        File(
            "a successor that does not exist", .value, "not a measure of the map",
            text: map("\"actual_length\": 1, \"next\": [7]")),
        File(
            "successors without an end", .form, "at most 20000",
            text: "[{\"count\": 1, \"actual_length\": 1, \"next\": [1]}]"),
    ]

    @Test(arguments: files)
    func aHostileScoreFileIsRefusedWithTheExpectedReason(file: File) throws {
        let bytes = try file.bytes()
        var fault: ScoreFault?
        do throws(ScoreFault) {
            _ = try Score.read(bytes).unrolled()
        } catch {
            fault = error
        }
        #expect(fault?.kind == file.kind, "\(String(describing: fault))")
        #expect(fault?.reason.contains(file.reason) == true, "\(String(describing: fault))")
    }

    @Test func thereAreAtLeastSixtyHostileFilesWithDistinctNames() {
        #expect(Self.files.count >= 60)
        #expect(Set(Self.files.map(\.name)).count == Self.files.count)
    }

    @Test func theErrorOfAnInvalidScoreNamesItsLineAndMeasure() {
        let text = Document.score(Document.measure("6") + Document.measure("7a", "\n" + Document.note("-1")))
        #expect {
            try Score.read(Array(text.utf8))
        } throws: {
            guard let fault = $0 as? ScoreFault else { return false }
            return fault.line == 5 && fault.measure == "7a"
                && fault.description
                    == "Line 5, measure 7a: the duration is \"-1\"; it must be a number of divisions from 0 to 1000000000"
        }
    }

    @Test func theErrorOfAScoreInAnArchiveNamesTheFile() throws {
        let bytes = try Self.archive { try $0.replace(1, "<score-partwise>") }
        #expect {
            try Score.read(bytes)
        } throws: {
            ($0 as? ScoreFault)?.entry == "score.xml" && ($0 as? ScoreFault)?.kind == .xml
        }
    }

    @Test func aCompressedScoreIsRead() throws {
        let score = try Score.read(try Self.archive { try $0.add("cover.png", [1, 2, 3], isDeflated: false) })
        #expect(score.measures.map(\.number) == ["1"])
    }

    @Test func everyTruncationOfAScoreIsRefused() throws {
        let bytes = Array(FormNotation("|: 1 [1 2 :| ] [2 3 ]").musicXML.utf8)
        for count in 0..<bytes.count {
            #expect(throws: ScoreFault.self) { try Score.read(Array(bytes.prefix(count))) }
        }
    }

    /// A changed byte never makes the reader fail in another way than by a fault.
    @Test func aScoreOrMeasureMapWithAChangedByteIsReadOrRefused() throws {
        let score = FormNotation("|: 1 [1 2 :|x3 ] [2 3 ] S 4 TC DSc C 5").musicXML
        let map = String(decoding: try Score.read(Array(score.utf8)).measureMap(heard: []), as: UTF8.self)
        for text in [score, map] {
            let bytes = Array(text.utf8)
            for index in bytes.indices {
                for byte: UInt8 in [0x00, 0x20, 0x2D, 0x30, 0x39, 0x3C, 0x22, 0x80, bytes[index] ^ 1] {
                    var changed = bytes
                    changed[index] = byte
                    do throws(ScoreFault) {
                        #expect(try Score.read(changed).unrolled(limit: 1000).count <= 1000)
                    } catch {
                        #expect(!error.reason.isEmpty)
                    }
                }
            }
        }
    }

    @Test func aScoreThatTakesTooMuchProcessorTimeIsRefused() {
        var limits = ScoreLimits()
        limits.processorSeconds = 0
        let text = Document.score((1...5_000).map { Document.measure("\($0)", Document.note()) }.joined())
        #expect {
            try Score.read(Array(text.utf8), limits: limits)
        } throws: {
            ($0 as? ScoreFault)?.reason.contains("processor time") == true
        }
    }
}

extension ZipBuilder {
    /// Replaces the content of a file.
    fileprivate mutating func replace(_ index: Int, _ text: String) throws {
        let name = String(decoding: files[index].name, as: UTF8.self)
        try add(name, Array(text.utf8))
        files[index] = files.removeLast()
    }
}
