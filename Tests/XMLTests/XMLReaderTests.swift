import Glibc
import Testing
import XML

@Suite struct XMLReaderTests {
    @Test func elementsAttributesAndTextsAreReadIntoATree() throws {
        let root = try read(
            """
            <?xml version="1.0" encoding="utf-8"?>
            <!-- terms -->
            <glossary>
              <item name="largo" category="Tempo">
                <description>Slow &amp; <![CDATA[<broad>]]></description>
                <history/>
              </item>
              <?skip me?>
              <item name="Dvořák" category='People'/>
            </glossary>
            """)
        #expect(root.name == "glossary")
        #expect(root.line == 3)
        let items = root.children(named: "item")
        #expect(items.map { $0.attributes["name"] } == ["largo", "Dvořák"])
        #expect(items.map(\.line) == [4, 9])
        #expect(items.first?.child(named: "description")?.text == "Slow & <broad>")
        #expect(items.first?.child(named: "history")?.text == "")
        #expect(items.first?.child(named: "image") == nil)
    }

    @Test func aByteOrderMarkOfUTF8IsIgnored() throws {
        #expect(try read("\u{FEFF}<?xml version='1.0' encoding='UTF-8' ?><a/>").name == "a")
    }

    @Test func namesKeepTheirPrefixesWithoutTheNamespaceDeclarations() throws {
        let root = try read("<x:a xmlns:x='urn:x' x:b='1' c='2'/>")
        #expect(root.name == "x:a")
        #expect(root.attributes == ["x:b": "1", "c": "2"])
    }

    @Test func elementsOfAKnownNamespaceGetTheGivenPrefix() throws {
        let document = "<a xmlns:q='URN:x' xmlns:y='urn:y'><q:b q:c='1'/><b xmlns='urn:x'/><y:d/><e/></a>"
        var pieces = [Array(document.utf8)]
        let root = try XMLReader().root(
            pulling: { pieces.isEmpty ? nil : pieces.removeFirst() }, prefixes: ["urn:x": "x"])
        #expect(root.children.map(\.name) == ["x:b", "x:b", "y:d", "e"])
        #expect(root.children.first?.attributes == ["q:c": "1"])
    }

    @Test func startTagsOutsideStreamedElementsAreReported() throws {
        var pieces = [Array("<a>\n<p n='1'><m/><m><x/></m></p>\n<p n='2'/></a>".utf8)]
        var events: [String] = []
        try XMLReader().root(
            pulling: { pieces.isEmpty ? nil : pieces.removeFirst() }, streaming: ["m"],
            opening: { events.append("\($0.name)\($0.attributes["n"] ?? "") \($0.line)") },
            to: { events.append("passed \($0.name)") })
        #expect(events == ["a 1", "p1 2", "passed m", "passed m", "p2 3"])
    }

    @Test func anErrorOfTheStartTagHandlerEndsTheReading() throws {
        struct Refusal: Error {}
        var pieces = [Array("<a><b></wrong>".utf8)]
        #expect(throws: Refusal.self) {
            try XMLReader().root(
                pulling: { pieces.isEmpty ? nil : pieces.removeFirst() }, opening: { _ in throw Refusal() })
        }
    }

    @Test(arguments: [
        ("<!DOCTYPE a SYSTEM \"a.dtd\">\n<a/>", "\n<a/>"),
        ("<?xml version='1.0'?><!-- <!DOCTYPE x> --><!DOCTYPE a><a/>", "<a/>"),
    ])
    func aDoctypeWithoutDeclarationsIsReplacedBySpaces(document: String, rest: String) {
        var bytes = Array(document.utf8)
        XMLPrologue.blankPlainDoctype(&bytes)
        #expect(bytes.count == document.utf8.count)
        #expect(String(decoding: bytes, as: UTF8.self).hasSuffix(" " + rest))
    }

    @Test(arguments: ["<!DOCTYPE a [<!ENTITY e 'x'>]><a/>", "<a><!DOCTYPE a></a>", "<!DOCTYPE a"])
    func misplacedDoctypesAndDoctypesWithDeclarationsAreKept(document: String) {
        var bytes = Array(document.utf8)
        XMLPrologue.blankPlainDoctype(&bytes)
        #expect(bytes == Array(document.utf8))
    }

    /// Spec S1.20, S2.
    @Test(arguments: [
        "<!DOCTYPE a><a/>",
        "<!DOCTYPE a SYSTEM \"http://127.0.0.1:9/x.dtd\"><a/>",
        "<?xml version=\"1.0\"?>\n<!DOCTYPE a [<!ENTITY e SYSTEM \"file:///etc/passwd\">]><a>&e;</a>",
        "<!DOCTYPE a [<!ENTITY % p SYSTEM \"file:///etc/passwd\"> %p;]><a/>",
        "<!DOCTYPE a [<!ENTITY b \"lol\"><!ENTITY c \"&b;&b;&b;&b;&b;&b;&b;&b;&b;\"><!ENTITY d \"&c;&c;&c;&c;\">]><a>&d;</a>",
    ])
    func everyDoctypeIsRefused(document: String) {
        #expect {
            try read(document)
        } throws: {
            guard case XMLError.doctype = $0 else { return false }
            return true
        }
    }

    @Test func aBillionLaughsDocumentIsRefusedWithoutExpansion() {
        var document = "<!DOCTYPE l [<!ENTITY l0 \"" + String(repeating: "lol", count: 20_000) + "\">"
        for level in 1...12 {
            document += "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }
        document += "]><l>&l12;</l>"
        let work = processorTime {
            #expect(throws: XMLError.doctype(line: 1)) { try read(document) }
        }
        #expect(work < .seconds(1))
    }

    @Test func utf16IsRefusedWithAndWithoutAByteOrderMark() {
        let utf16 = "<!DOCTYPE a [<!ENTITY e SYSTEM 'file:///etc/passwd'>]><a>&e;</a>".utf16
        let bigEndian = utf16.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let littleEndian = utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        for document in [[0xFE, 0xFF] + bigEndian, [0xFF, 0xFE] + littleEndian, bigEndian, littleEndian] {
            #expect(throws: XMLError.notUTF8) { try XMLReader().root(of: document) }
        }
    }

    @Test(arguments: ["UTF-16", "ISO-8859-1", "UTF-7", "EBCDIC-CP-US", "utf8x", ""])
    func aDeclaredEncodingOtherThanUTF8IsRefused(name: String) {
        #expect(throws: XMLError.encoding) { try read("<?xml version=\"1.0\" encoding=\"\(name)\"?><a/>") }
        #expect(throws: XMLError.encoding) {
            try read("<?xml version='1.0' encoding = '\(name)' standalone='yes'?><a/>")
        }
    }

    @Test func bytesThatAreNotUTF8AreRefused() {
        for bytes: [UInt8] in [[0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0]] {
            #expect(throws: XMLError.notUTF8) {
                try XMLReader().root(of: Array("<a>".utf8) + bytes + Array("</a>".utf8))
            }
        }
    }

    /// Spec S2.
    @Test(arguments: ["<a ", "<a>\n<b>text</b><b/><!-- <c x='>' --><![CDATA[<d]]><?e f='g' ?><a "])
    func tooManyAttributesAreRefusedQuickly(prefix: String) throws {
        func document(_ count: Int) -> String {
            let attributes = (0..<count).map { "x\($0)='a>b=c'" }.joined(separator: "\n")
            return prefix + attributes + "/>" + (prefix.contains("<b>") ? "</a>" : "")
        }
        _ = try read(document(256))
        let work = processorTime {
            #expect {
                try read(document(200_000))
            } throws: {
                guard case XMLError.limit(.attributes, _) = $0 else { return false }
                return true
            }
        }
        #expect(work < .seconds(5))
    }

    /// For each of these, libxml2 would report an error, continue, and find the long tag.
    @Test(arguments: ["<a><? ", "<a><b c='", "<a></b>", "<a>&undefined;", "<a><!X '", "<a><!-- -- ", "<a x='1' x='2'>"])
    func anErrorBeforeALongTagIsReportedQuickly(prefix: String) {
        let document = prefix + "<b " + (0..<60_000).map { "x\($0)=''" }.joined(separator: " ") + "/> ?>--></a>"
        let work = processorTime {
            #expect(throws: XMLError.self) { try read(document) }
        }
        #expect(work < .seconds(1))
    }

    @Test func sizeDepthAndNumberOfElementsAreLimited() throws {
        var limits = XMLReader.Limits()
        limits.bytes = 100
        limits.depth = 3
        limits.elements = 5
        let reader = XMLReader(limits: limits)
        _ = try reader.root(of: Array("<a><b><c/></b></a>".utf8))
        #expect(throws: XMLError.limit(.depth, line: 2)) {
            try reader.root(of: Array("<a><b>\n<c><d/></c></b></a>".utf8))
        }
        _ = try reader.root(of: Array("<a><b/><b/><b/><b/></a>".utf8))
        #expect(throws: XMLError.limit(.elements, line: 1)) {
            try reader.root(of: Array("<a><b/><b/><b/><b/><b/></a>".utf8))
        }
        #expect(throws: XMLError.limit(.bytes, line: 1)) {
            try reader.root(of: Array(("<a>" + String(repeating: "b", count: 100) + "</a>").utf8))
        }
    }

    @Test func twentyThousandNamespaceDeclarationsAreRefused() {
        let document = "<a " + (0..<20_000).map { "xmlns:n\($0)='u:\($0)'" }.joined(separator: " ") + "/>"
        #expect(throws: XMLError.limit(.namespaces, line: 1)) { try read(document) }
    }

    @Test(arguments: [
        ("", 1), ("text", 1), ("<a>", 1), ("<a>\n</b>", 2), ("<a/>\n<b/>", 2), ("<a>\n\n&nope;</a>", 3),
        ("<a b='1' b='2'/>", 1), ("<a b=1/>", 1), ("<a>\u{1}</a>", 1), ("<a>\n<p:b/></a>", 2), ("<a b='<'/>", 1),
        ("<a><!-- x -- y --></a>", 1), ("<a>]]></a>", 1), ("<a>&#0;</a>", 1), ("<a>&#xD800;</a>", 1),
    ])
    func malformedXMLIsRefusedWithItsLine(document: String, line: Int) {
        #expect {
            try read(document)
        } throws: {
            guard case XMLError.malformed(_, let found, _) = $0 else { return false }
            return found == line
        }
    }

    @Test(arguments: [
        ("<a>\n  <b></c></a>", XMLError.Flaw.endTagMismatch, 10), ("<a>\nfish & chips</a>", .ampersand, 7),
        ("<a>\n<b c='x & y'/></a>", .ampersand, 10), ("<a>\n&nope;</a>", .unknownEntity, 7),
        ("<a>\n<b/>\u{1}</a>", .character, 5),
        ("<a>\n<b c=1/></a>", .unquoted, 6), ("<a>\n<b c='1' c='2'/></a>", .attributeTwice, 15),
        ("<a>\n< b/></a>", .tagName, 2),
        ("<a>\n1 < 2</a>", .tagName, 4), ("<a>\n<b c='<'/></a>", .lessThan, 7), ("<a>\n]]></a>", .sectionEnd, 1),
    ])
    func malformedXMLIsReportedWithCauseAndColumn(document: String, flaw: XMLError.Flaw, column: Int) {
        #expect(throws: XMLError.malformed(flaw, line: 2, column: column)) { try read(document) }
    }

    @Test func theDescriptionOfAnErrorContainsCauseAndColumn() {
        #expect(
            XMLError.malformed(.endTagMismatch, line: 3, column: 14).description
                == "the XML document is not well-formed in column 14: the end tag does not match the start tag")
        #expect(Set(XMLError.Flaw.allCases.map(\.rawValue)).count == XMLError.Flaw.allCases.count)
    }

    /// Returns a document that reaches a limit with this count; the line is where a higher count exceeds the limit.
    private static func document(_ limit: XMLError.Limit, _ count: Int) -> String {
        let x = { (count: Int) in String(repeating: "x", count: count) }
        return switch limit {
        case .bytes: "<a/>" + String(repeating: " ", count: count - 4)
        case .depth: (0..<count).map { _ in "<a>" }.joined() + (0..<count).map { _ in "</a>" }.joined()
        case .attributes: "<a>\n<b " + (0..<count).map { "c\($0)=''" }.joined(separator: " ") + "/></a>"
        case .elements: "<a>\n" + (0..<(count - 1)).map { _ in "<b/>" }.joined() + "</a>"
        // The text between `<` and `>`, without the first byte of the name, and the `>`.
        case .tag: "<a>\n<b c='" + x(count - 7) + "'/></a>"
        case .namespaces:
            "<a xmlns:p='u' xmlns = 'v'>\n<b>" + "<c xmlns:q='w'/>"
                + "<d " + (0..<(count - 2)).map { "xmlns:n\($0)='u'" }.joined(separator: " ") + "/></b></a>"
        case .text: "<a>\n<b>" + x(count / 2) + "<!-- -->" + x(count - count / 2) + "</b></a>"
        case .comment: "<a>\n<!--" + x(count - 3) + "--></a>"
        case .memory: "<a>\n" + (0..<(count / 200)).map { _ in "<b>1234567</b>" }.joined() + "</a>"
        }
    }

    private static var tight: XMLReader.Limits {
        var limits = XMLReader.Limits()
        (limits.bytes, limits.depth, limits.attributes, limits.elements) = (10_000, 5, 20, 60)
        (limits.tag, limits.namespaces, limits.text, limits.comment) = (1000, 10, 2000, 3000)
        return limits
    }

    @Test(arguments: XMLError.Limit.allCases)
    func aDocumentMayReachButNotExceedEachLimit(limit: XMLError.Limit) throws {
        var limits = Self.tight
        // The root costs 193 and its text 1; each of the other elements costs 193 and its text 7.
        if limit == .memory { limits.memory = 194 + 10 * 200 }
        let most = limit == .memory ? 2000 : limits[limit]
        let step = limit == .memory ? 200 : 1
        _ = try XMLReader(limits: limits).root(of: Array(Self.document(limit, most).utf8))
        let line = [.bytes, .depth].contains(limit) ? 1 : 2
        #expect(throws: XMLError.limit(limit, line: line)) {
            try XMLReader(limits: limits).root(of: Array(Self.document(limit, most + step).utf8))
        }
        var pieces = Array(Self.document(limit, most + step).utf8).map { [$0] }[...]
        #expect(throws: XMLError.limit(limit, line: line)) {
            try XMLReader(limits: limits).root(pulling: { pieces.popFirst() })
        }
    }

    @Test func theTextLimitAppliesToTheSumOfAllCDATASectionsOfAnElement() {
        let section = "<![CDATA[" + String(repeating: "x", count: 300) + "]]>\n"
        #expect(throws: XMLError.limit(.text, line: 7)) {
            try XMLReader(limits: Self.tight).root(
                of: Array(("<a>" + String(repeating: section, count: 9) + "</a>").utf8))
        }
        #expect(throws: XMLError.limit(.text, line: 1)) {
            try XMLReader(limits: Self.tight)
                .root(of: Array(("<a><![CDATA[" + String(repeating: "x", count: 2001) + "]]></a>").utf8))
        }
    }

    @Test func namespaceDeclarationsCountOnlyWhileTheirElementIsOpen() throws {
        let (open, close) = ("<a xmlns:p1='1' xmlns:p2='2' xmlns:p3='3'>", "</a>")
        let reader = XMLReader(limits: Self.tight)
        _ = try reader.root(of: Array("<r>\(open)\(open)\(open)\(close)\(close)\(close)\(open)\(close)</r>".utf8))
        #expect(throws: XMLError.limit(.namespaces, line: 1)) {
            try reader.root(of: Array("<r>\(open)\(open)\(open)\(open)\(close)\(close)\(close)\(close)</r>".utf8))
        }
    }

    @Test func streamedElementsDoNotCountTowardsTheMemoryLimit() throws {
        var limits = Self.tight
        limits.memory = 1000
        limits.elements = 1000
        let document = Array(("<a>" + String(repeating: "<b>text</b>", count: 500) + "</a>").utf8)
        var count = 0
        try XMLReader(limits: limits).root(of: document, streaming: ["b"]) { _ in count += 1 }
        #expect(count == 500)
        #expect(throws: XMLError.limit(.memory, line: 1)) { try XMLReader(limits: limits).root(of: document) }
    }

    @Test func anErrorOfACheckpointEndsTheReading() {
        struct Stop: Error {}
        var count = 0
        let document = Array(("<a>" + String(repeating: "<b/>\n", count: 10_000) + "</a>").utf8)
        var pieces = [document][...]
        #expect(throws: Stop.self) {
            try XMLReader().root(
                pulling: { pieces.popFirst() }, streaming: ["b"], to: { _ in count += 1 },
                checkpoint: { if $0 > 5000 { throw Stop() } })
        }
        #expect(count > 4900 && count < 5100)
    }

    /// 60 elements inside each other with 250 declarations each, then elements whose attributes use the oldest prefix.
    @Test func manyNestedNamespaceDeclarationsAreRefused() {
        let opening = (0..<60).map { depth in
            "<t " + (0..<250).map { "xmlns:p\(depth * 250 + $0)='u\(depth * 250 + $0)'" }.joined(separator: " ") + ">\n"
        }
        let element = "<e " + (0..<250).map { "p0:a\($0)=''" }.joined(separator: " ") + "/>"
        let document =
            "<tv>" + opening.joined() + String(repeating: element, count: 2500)
            + String(repeating: "</t>", count: 60) + "</tv>"
        #expect(throws: XMLError.limit(.namespaces, line: 1)) { try read(document) }
    }

    /// Spec S1.25.
    @Test func xIncludesAreNotFollowed() throws {
        let root = try read(
            """
            <a xmlns:xi="http://www.w3.org/2001/XInclude"><xi:include href="file:///etc/passwd" parse="text"/></a>
            """)
        #expect(root.children.first?.name == "xi:include")
        #expect(root.children.first?.text == "")
    }

    @Test func theErrorOfAnExceededLimitNamesTheLargestAllowedNumber() {
        var limits = XMLReader.Limits()
        (limits.depth, limits.text) = (7, 900)
        let depth = XMLError.limit(.depth, line: 1).description(within: limits)
        #expect(depth == "the XML document is nested too deeply; at most 7 levels are allowed")
        #expect(XMLError.limit(.text, line: 1).description(within: limits).hasSuffix("; at most 900 bytes are allowed"))
        #expect(XMLError.notUTF8.description(within: limits) == XMLError.notUTF8.description)
    }

    @Test func everyErrorHasItsOwnDescription() {
        let errors: [XMLError] = [
            .forbiddenCharacter(1), .misplaced, .notUTF8, .encoding, .doctype(line: 1), .limit(.bytes, line: 1),
            .limit(.depth, line: 1), .limit(.attributes, line: 1), .limit(.elements, line: 1), .malformed(line: 7),
            .outOfMemory,
        ]
        #expect(Set(errors.map(\.description)).count == errors.count)
        #expect(XMLError.forbiddenCharacter(1).description == "XML does not allow the character U+0001")
        #expect(XMLError.malformed(line: 7).line == 7)
    }

    @Test func streamedElementsArriveInOrderAndAreNotInTheTree() throws {
        let document = Array("<a><h/><b n='1'><b n='2'/>x</b>\n<c><b n='3'/></c></a>".utf8)
        var handed: [XMLElement] = []
        let root = try XMLReader().root(of: document, streaming: ["b"]) { handed.append($0) }
        #expect(handed.map { $0.attributes["n"] } == ["1", "3"] && handed.map(\.line) == [1, 2])
        #expect(handed.first?.children.map { $0.attributes["n"] } == ["2"] && handed.first?.text == "x")
        #expect(root.children.map(\.name) == ["h", "c"] && root.child(named: "c")?.children == [])
        #expect(
            try XMLReader().root(of: document, streaming: ["a"]) { _ in }
                == read(String(decoding: document, as: UTF8.self)))
    }

    @Test func anErrorOfTheReceiverOfStreamedElementsEndsTheReading() {
        struct Stop: Error {}
        var count = 0
        #expect(throws: Stop.self) {
            try XMLReader().root(of: Array("<a><b/><b/><b/></a>".utf8), streaming: ["b"]) { _ in
                count += 1
                if count == 2 { throw Stop() }
            }
        }
        #expect(count == 2)
        #expect(throws: XMLError.malformed(.endTagMismatch, line: 2, column: 8)) {
            try XMLReader().root(of: Array("<a><b/>\n<c></a>".utf8), streaming: ["b"]) { _ in count += 1 }
        }
        #expect(count == 3)
    }

    @Test func aDocumentOfManyMegabytesIsReadAsAStream() throws {
        var limits = XMLReader.Limits()
        limits.bytes = 64 << 20
        limits.elements = 1_000_000
        let piece = "<p>" + String(repeating: "x", count: 1000) + "</p>\n"
        let document = Array(("<a>" + String(repeating: piece, count: 12_000) + "</a>").utf8)
        var count = 0
        try XMLReader(limits: limits).root(of: document, streaming: ["p"]) {
            count += $0.text.utf8.count == 1000 ? 1 : 0
        }
        #expect(count == 12_000)
    }

    /// The result of a valid or invalid document does not depend on the cuts.
    @Test(arguments: [
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<a b='1' c=\"<\">x</a>",
        "<a><b c='>'/><!-- <x y=1> --> é 𝄞 <b/></a>",
        "<a><![CDATA[ <b = ]] ]> ]]>]]>x</a>", "<a><![CDATA[ <b c=\"]]></a>", "<?pi ?? > ?><a>&amp;&lt;</a>",
        "<a><b></a>",
        "<!DOCTYPE a><a/>", "<a>&x;</a>", "<a", "", "<a/>x", "<a>\n<b =<", "<!--- -- --->", "<a><!-- x ---></a>",
        "<?xml version='1.0' encoding='latin1'?><a/>", "\u{FEFF}<a>ž</a>", "<a b='1' b='2'/>", "<a>\u{0}</a>",
        "<a><!x></a>",
    ])
    func splittingADocumentIntoPiecesDoesNotChangeTheResult(_ document: String) throws {
        func outcome(_ read: (_ hand: (XMLElement) -> Void) throws -> XMLElement) -> String {
            var handed: [XMLElement] = []
            do {
                let root = try read { handed.append($0) }
                return "\(root) \(handed)"
            } catch {
                return "\(error) \(handed)"
            }
        }
        let bytes = Array(document.utf8)
        let whole = outcome { hand in try XMLReader().root(of: bytes, streaming: ["b"], to: hand) }
        for size in 1...max(1, bytes.count) {
            var pieces = stride(from: 0, to: bytes.count, by: size).map {
                Array(bytes[$0..<min($0 + size, bytes.count)])
            }[...]
            let cut = outcome { hand in
                try XMLReader().root(pulling: { pieces.popFirst() }, streaming: ["b"], to: hand)
            }
            #expect(cut == whole, "\(size)")
        }
    }

    @Test func splittingADocumentIntoPiecesDoesNotChangeTheLineCount() throws {
        var limits = XMLReader.Limits()
        limits.attributes = 2
        // Longer than the first piece that is scanned at once.
        let filler = String(repeating: "<p q='='/>\n", count: 1000)
        for (tail, error) in [
            ("<b c='' d='' e=''/></a>", XMLError.limit(.attributes, line: 1001)),
            ("<!-- <b c= d= e=> --><![CDATA[<b c= d= e=>]]><?b c= d= e=?><b c='=' d='='/></a>", nil),
            ("<b <c/></a>", .malformed(.lessThan, line: 1001, column: 4)),
        ] {
            for size in [1, 2, 3, 5, 4095, 4096, 4097] {
                let bytes = Array(("<a>" + filler + tail).utf8)
                var pieces = stride(from: 0, to: bytes.count, by: size)
                    .map { Array(bytes[$0..<min($0 + size, bytes.count)]) }[...]
                let read = { try XMLReader(limits: limits).root(pulling: { pieces.popFirst() }) }
                if let error {
                    #expect(throws: error) { try read() }
                } else {
                    #expect(try read().children.count == 1001)
                }
            }
        }
    }

    @Test func splittingACharacterBetweenPiecesDoesNotChangeItsValidity() throws {
        let start = Array("<a>".utf8) + Array(String(repeating: "x", count: 5000).utf8)
        let cases: [([UInt8], Bool)] = [
            ([0xF0, 0x9D, 0x84, 0x9E], true), ([0xC3, 0xA9], true), ([0xE2, 0x82], false), ([0xC3], false),
            ([0x80], false), ([0xED, 0xA0, 0x80], false),
        ]
        let end = Array("</a>".utf8)
        for (middle, isRight) in cases {
            for cut in 0...middle.count {
                let first: [UInt8] = start + middle[..<cut]
                let second: [UInt8] = Array(middle[cut...]) + end
                var pieces = [first, second][...]
                let read = { try XMLReader().root(pulling: { pieces.popFirst() }) }
                if isRight {
                    #expect(try read().text.unicodeScalars.count == 5001)
                } else {
                    #expect(throws: XMLError.notUTF8) { try read() }
                }
            }
        }
    }

    @Test func readingFromASourceEndsWithItsErrorOrAtTheByteLimit() throws {
        struct SourceError: Error {}
        var count = 0
        #expect(throws: SourceError.self) {
            try XMLReader().root(pulling: {
                count += 1
                guard count < 3 else { throw SourceError() }
                return Array("<a>".utf8) + Array(repeating: 0x20, count: 5000)
            })
        }
        var limits = XMLReader.Limits()
        limits.bytes = 10_000
        #expect(throws: XMLError.limit(.bytes, line: 1)) {
            try XMLReader(limits: limits).root(pulling: { Array("<a>".utf8) + Array(repeating: 0x20, count: 5000) })
        }
        #expect(throws: SourceError.self) {
            var pieces = [Array("<a><b/>".utf8), Array("</a>".utf8)][...]
            return try XMLReader().root(pulling: { pieces.popFirst() }, streaming: ["b"]) { _ in throw SourceError() }
        }
    }

    @discardableResult
    private func read(_ document: String) throws -> XMLElement { try XMLReader().root(of: Array(document.utf8)) }
}

/// Returns the processor time of `body` on this thread, which other programs do not affect.
private func processorTime(_ body: () throws -> Void) rethrows -> Duration {
    func now() -> Duration {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    try body()
    return now() - start
}
