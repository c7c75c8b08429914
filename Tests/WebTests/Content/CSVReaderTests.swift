import Testing

@testable import Web

@Suite struct CSVReaderTests {
    private static func records(_ text: String) throws -> [CSVReader.Record] {
        var reader = CSVReader(Array(text.utf8))
        var records: [CSVReader.Record] = []
        while let record = try reader.next() { records.append(record) }
        return records
    }

    @Test(
        arguments: [
            ("a,b\r\nc,d\r\n", [["a", "b"], ["c", "d"]]), ("a,b\nc,d", [["a", "b"], ["c", "d"]]),
            ("\u{FEFF}a,,\n", [["a", "", ""]]), ("\"a,b\",\"say \"\"hi\"\"\"\n", [["a,b", "say \"hi\""]]),
            ("\"two\r\nlines\",x", [["two\r\nlines", "x"]]), ("\n\r\na\n\n", [["a"]]), ("", []), (",", [["", ""]]),
            ("\"\",x", [["", "x"]]), ("a\rb,c", [["a\rb", "c"]]),
        ])
    func csvWithQuotesBlankLinesOrAByteOrderMarkIsRead(text: String, fields: [[String]]) throws {
        #expect(try Self.records(text).map(\.fields) == fields)
    }

    @Test func aCSVRecordHasTheNumberOfItsFirstLine() throws {
        #expect(try Self.records("a\n\n\"b\nb\",\"c\nc\"\nd").map(\.line) == [1, 3, 6])
    }

    @Test(
        arguments: [
            ("a\nb\"c\n", 2), ("a\n\"b\"c\n", 2), ("a\n\nx,\"never\nclosed", 3),
        ])
    func misplacedOrUnclosedQuotesInCSVAreRefusedWithALineNumber(text: String, line: Int) {
        let fault = #expect(throws: CSVReader.Fault.self) { try Self.records(text) }
        #expect(fault?.line == line)
    }

    @Test func csvThatIsNotUTF8IsRefused() {
        var reader = CSVReader([0x61, 0x2C, 0xE4, 0x0A])
        #expect(throws: CSVReader.Fault(line: 1, reason: "is not UTF-8; save the file as UTF-8")) { try reader.next() }
    }
}
