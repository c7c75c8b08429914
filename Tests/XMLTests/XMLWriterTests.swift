import Testing
import XML

@Suite struct XMLWriterTests {
    /// Spec N6.
    @Test func aDocumentBeginsWithTheXMLDeclarationAndEndsWithALineFeed() throws {
        var writer = try XMLWriter()
        try writer.element("concert")
        #expect(try text(writer.finish()) == "<?xml version=\"1.0\"?>\n<concert/>\n")
    }

    @Test func elementsAreWrittenWithoutWhiteSpaceBetweenThem() throws {
        var writer = try XMLWriter()
        try writer.element("concert") { writer throws(XMLError) in
            try writer.element("piece") { writer throws(XMLError) in
                try writer.element("name", "Strauss, Don Juan: Don Juan")
                try writer.element("measures", "606")
            }
        }
        #expect(
            try text(writer.finish()) == """
                <?xml version="1.0"?>
                <concert><piece><name>Strauss, Don Juan: Don Juan</name><measures>606</measures></piece></concert>

                """)
    }

    @Test func indentationUsesTwoSpacesPerLevelAndKeepsText() throws {
        var writer = try XMLWriter(indentation: 2)
        try writer.element("glossary") { writer throws(XMLError) in
            try writer.element("item", attributes: [("name", "largo"), ("category", "Tempo")]) {
                writer throws(XMLError) in
                try writer.element("description", "\n      Slow.\n    ")
                try writer.element("history")
                try writer.element("image", "")
            }
        }
        #expect(
            try text(writer.finish()) == """
                <?xml version="1.0"?>
                <glossary>
                  <item name="largo" category="Tempo">
                    <description>
                      Slow.
                    </description>
                    <history/>
                    <image/>
                  </item>
                </glossary>

                """)
    }

    @Test func textIsWrittenAsUTF8AndEscaped() throws {
        var writer = try XMLWriter()
        try writer.element("text", "Dvořák & «sons» <fff> 🎻 ]]>")
        let document = try text(writer.finish())
        #expect(document.hasSuffix("<text>Dvořák &amp; «sons» &lt;fff&gt; 🎻 ]]&gt;</text>\n"))
    }

    @Test(arguments: [
        "a\tb\nc\r d", "\"quoted\" & 'single'", "<&>", "é 漢 🎻", "&amp;", "  spaces  ", "\u{FFFD}",
        "\u{7F}\u{85}\u{2028}",
    ])
    func aWrittenTextOrAttributeIsReadBackUnchanged(value: String) throws {
        var writer = try XMLWriter()
        try writer.element("a", value, attributes: [("b", value)])
        let root = try XMLReader().root(of: writer.finish())
        #expect(Array(root.text.utf8) == Array(value.utf8))
        #expect(root.attributes["b"].map { Array($0.utf8) } == Array(value.utf8))
    }

    @Test(arguments: [0x0, 0x1, 0x8, 0xB, 0xC, 0x1F, 0xFFFE, 0xFFFF] as [UInt32])
    func aCharacterThatXMLForbidsIsRefused(code: UInt32) throws {
        let value = "a" + String(try #require(Unicode.Scalar(code))) + "b"
        #expect(throws: XMLError.forbiddenCharacter(code)) {
            var writer = try XMLWriter()
            try writer.element("a", value)
        }
        #expect(throws: XMLError.forbiddenCharacter(code)) {
            var writer = try XMLWriter()
            try writer.element("a", attributes: [("b", value)]) { _ in }
        }
    }

    @Test(arguments: ["", "1a", "a b", "<a>", "a\u{0}"])
    func aNameThatXMLForbidsIsRefused(name: String) {
        #expect(throws: XMLError.invalidName(name)) {
            var writer = try XMLWriter()
            try writer.start(name)
        }
    }

    @Test func writingXMLInAnInvalidOrderIsRefused() {
        #expect(throws: XMLError.misplaced) {
            var writer = try XMLWriter()
            try writer.end()
        }
        #expect(throws: XMLError.misplaced) {
            var writer = try XMLWriter()
            try writer.start("a")
            _ = try writer.finish()
        }
        #expect(throws: XMLError.misplaced) { _ = try XMLWriter().finish() }
        #expect(throws: XMLError.misplaced) {
            var writer = try XMLWriter()
            try writer.element("a")
            try writer.element("b")
        }
        #expect(throws: XMLError.misplaced) {
            var writer = try XMLWriter()
            try writer.start("a")
            try writer.text("b")
            try writer.attribute("c", "d")
        }
        #expect(throws: XMLError.misplaced) {
            var writer = try XMLWriter()
            try writer.text("a")
        }
    }

    private func text(_ bytes: [UInt8]) throws -> String { try #require(String(validating: bytes, as: UTF8.self)) }
}

/// Parts of documents that are too long to be written at once.
struct XMLPartTests {
    @Test func aDocumentPartHasNoXMLDeclarationAndSeveralRootElements() throws {
        var writer = try XMLWriter(part: ())
        try writer.element("a", "1 & 2", attributes: [("b", "\"")])
        try writer.element("c") { writer throws(XMLError) in try writer.element("d") }
        #expect(
            String(decoding: try writer.finish(), as: UTF8.self) == """
                <a b="&quot;">1 &amp; 2</a>
                <c>
                <d/>
                </c>

                """)
    }

    @Test func aDocumentPartMayBeEmpty() throws {
        #expect(try XMLWriter(part: ()).finish() == [])
    }
}
