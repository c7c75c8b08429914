import Testing

@testable import Web

@Suite struct CSVTests {
    private static func text(_ cells: [String]) -> String {
        var table = CSV(["a", "b"])
        table.append(cells)
        return String(decoding: table.bytes, as: UTF8.self)
    }

    @Test(arguments: [
        (["1", "2"], "1,2"), (["", ""], ","), (["a,b", "c"], "\"a,b\",c"),
        (["say \"so\"", "c"], "\"say \"\"so\"\"\",c"),
        (["a\nb", "c\r\nd"], "\"a\nb\",\"c\r\nd\""), (["Dvořák", "ß"], "Dvořák,ß"),
    ])
    func csvCellsWithCommasQuotesOrLineBreaksAreQuoted(cells: [String], line: String) {
        #expect(Self.text(cells) == "a,b\r\n\(line)\r\n")
    }

    /// Cells that a spreadsheet would run begin with an apostrophe.
    @Test(arguments: [
        ("=1+1", "'=1+1"), ("+1", "'+1"), ("-1", "'-1"), ("@SUM(A1)", "'@SUM(A1)"), ("\tx", "'\tx"),
        ("\rx", "\"'\rx\""),
        ("=HYPERLINK(\"http://x\",\"y\")", "\"'=HYPERLINK(\"\"http://x\"\",\"\"y\"\")\""), ("a=1", "a=1"),
        ("'=1", "'=1"),
    ])
    func csvCellsThatLookLikeFormulasBeginWithAnApostrophe(cell: String, shown: String) {
        #expect(Self.text([cell, ""]) == "a,b\r\n\(shown),\r\n")
    }
}
