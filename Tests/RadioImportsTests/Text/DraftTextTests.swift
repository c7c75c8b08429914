import Testing

@testable import RadioImports

struct DraftTextTests {
    @Test func importedTextsAreTrimmedAndTruncated() {
        #expect(DraftText.line(" a\n\u{0} b\tc ", atMost: 10) == "a b c")
        #expect(DraftText.line("Añb", atMost: 2) == "Añ")
        #expect(DraftText.paragraphs("\n a\r\n\u{0}b \n", atMost: 10) == "a\nb")
        #expect(DraftText.paragraphs(nil, atMost: 10) == "" && DraftText.paragraphs(" \n", atMost: 1) == "")
    }

    @Test func importedKeysHaveAtMost500CharactersAndStayDistinct() {
        let long = String(repeating: "x", count: 600)
        #expect(DraftText.key("a") == "a" && DraftText.key(long).count <= 500)
        #expect(DraftText.key(long + "1") != DraftText.key(long + "2") && DraftText.key(long) == DraftText.key(long))
    }

    @Test(arguments: [
        ("en_GB", "en-GB"), ("nb-NO", "nb-NO"), ("English", ""), ("", ""), ("e", ""), ("en-", ""),
        ("zh-Hans-CN", "zh-Hans-CN"),
    ])
    func anInvalidLanguageTagIsDropped(said: String, tag: String) { #expect(DraftText.language(said) == tag) }

    @Test(arguments: [
        "http://", "ftp://a", "a", "https://a b", "https://a\u{7}b", "javascript:alert(1)", "://x", "1http://x",
    ])
    func aTextThatIsNotAnHTTPAddressIsRefused(text: String) { #expect(DraftText.webAddress(text) == nil) }

    @Test func linesWithAnyLineEndAreDecodedSeparately() throws {
        let bytes = [0xEF, 0xBB, 0xBF] + Array("a\r\nb\rc\n\n".utf8) + [0xE9, 0x0A] + Array("é".utf8)
        // The result is the same for every cut.
        for size in 1...bytes.count {
            var lines = SourceLines(SourceFile(name: "file", pieces: bytes.cut(size)))
            var read: [String] = []
            while let (number, text) = try lines.next() {
                read.append(text)
                #expect(number == read.count)
            }
            #expect(read == ["a", "b", "c", "", "é", "é"], "\(size)")
        }
        #expect(SourceText.decode([0x80, 0xFF]) == "€ÿ")
    }
}
