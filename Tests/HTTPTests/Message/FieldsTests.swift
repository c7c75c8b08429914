import Testing

@testable import HTTP

struct FieldsTests {
    @Test func fieldNamesAreComparedWithoutCase() {
        let fields: Fields = ["Content-Type": "a", "X": "b"]
        #expect(fields["content-TYPE"] == "a")
        #expect(fields["Content-Typ"] == nil)
    }

    @Test func onlyASCIILettersAreComparedWithoutCase() {
        let fields: Fields = ["\u{212A}": "Kelvin"]
        #expect(fields["k"] == nil)
        #expect(fields["K"] == nil)
    }

    @Test func settingAFieldReplacesAllItsLines() {
        var fields: Fields = ["A": "1", "B": "2"]
        fields.append("a", "3")
        #expect(fields.values(of: "A") == ["1", "3"])
        fields["A"] = "4"
        #expect(fields.values(of: "A") == ["4"])
        fields["A"] = nil
        #expect(fields.lines.map(\.name) == ["B"])
    }
}
