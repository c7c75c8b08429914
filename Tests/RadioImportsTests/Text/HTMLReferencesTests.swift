import Testing

@testable import RadioImports

struct HTMLReferencesTests {
    private func resolved(_ text: String, inPiecesOf size: Int) throws -> String {
        var pieces = Array(text.utf8).cut(size)
        let next = HTMLReferences.resolved { pieces.isEmpty ? nil : pieces.removeFirst() }
        var bytes: [UInt8] = []
        while let piece = try next() { bytes += piece }
        #expect(try next() == nil)
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(arguments: [
        ("Caf&eacute;&nbsp;&Ouml;", "Café Ö"), ("a &amp; b &lt;&gt;&quot;&apos;", "a &amp; b &lt;&gt;&quot;&apos;"),
        ("&amp;eacute; &#233; &bogus; &", "&amp;eacute; &#233; &bogus; &"), ("&eacute", "&eacute"), ("&&eacute;", "&é"),
        ("&;&zwj;", "&;"), ("&averylongname;&szlig;", "&averylongname;ß"), ("", ""),
    ])
    func knownHTMLEntitiesAreResolvedInChunksOfAnySize(text: String, characters: String) throws {
        for size in 1...12 { #expect(try resolved(text, inPiecesOf: size) == characters) }
    }

    @Test func htmlEntitiesInADocumentAreResolved() throws {
        let found = try OPMLReader().read(
            "<opml><body>\n<outline text='Caf&eacute;&nbsp;&amp; more' xmlUrl='https://a.example/f'/></body></opml>")
        #expect(found.shows.map(\.title) == ["Café & more"] && found.reports == [])
        let unknown = try OPMLReader().read(
            "<opml><body>\n<outline text='&bogus;' xmlUrl='https://a.example/f'/></body></opml>")
        #expect(unknown.items.isEmpty && unknown.faults.map(\.position.line) == [2])
    }

    @Test(arguments: ["\n", "\r\n\r\n  ", "\u{FEFF}\n"])
    func whiteSpaceBeforeTheXMLDeclarationIsIgnored(space: String) throws {
        let text = space + "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<tv><channel id=\"a\"/>\n<channel/></tv>"
        let found = try XMLTVReader().read(text)
        #expect(found.channels.map(\.key) == ["a"])
        // Line numbers are unchanged.
        #expect(found.faults.map(\.position.line) == [1 + text.utf8.count { $0 == 0x0A }])
    }

    @Test func anEncodingDeclaredAfterWhiteSpaceIsUsed() throws {
        let text = """

            <?xml version="1.0" encoding="ISO-8859-1"?>
            <tv><channel id="a"><display-name>Caf\u{E9}</display-name></channel></tv>
            """
        let found = try XMLTVReader().read(bytes: text.unicodeScalars.map { UInt8($0.value) })
        #expect(found.channels.map(\.name) == ["Café"])
    }
}
