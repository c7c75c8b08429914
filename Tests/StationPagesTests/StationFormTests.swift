import HTTP
import Testing
import Web

@testable import StationPages

/// Reads typed fields as JSON content.
struct StationFormTests {
    private static let prague = StationClock(name: "Europe/Prague")

    private static func fields(_ text: String) throws -> FormFields {
        try Request(method: .get, path: "/", query: text, authority: nil, fields: [:], body: []).queryFields()
    }

    private static func read(_ shape: [FormField], _ text: String) throws -> (FormValue, [String]) {
        var reader = FormReader(try fields(text), clock: prague)
        let value = reader.members(shape)
        return (value, reader.faults.map(\.field))
    }

    @Test func formFieldsBecomeMembersOfTheContent() throws {
        let (value, faults) = try Self.read(
            [
                .line("name"), .optional("website"), .text("words"), .number("part"), .flag("isActive"),
                .flag("isMusic"),
                .group("skipPolicy", [.number("back")]), .length("delay", unit: 1000), .duration("length"),
            ],
            "name=+Kan+&website=&words=a%0D%0Ab&part=7&isActive=yes&skipPolicy/back=2&delay=2.5&length=1:02:03")
        #expect(faults.isEmpty)
        #expect(
            value
                == .members([
                    "name": .text("Kan"), "words": .text("a\nb"), "part": .number(7), "isActive": .flag(true),
                    "isMusic": .flag(false), "skipPolicy": .members(["back": .number(2)]), "delay": .number(2500),
                    "length": .number(3_723_000),
                ]))
    }

    @Test func emptyRowsOfAFormAreRemoved() throws {
        let shape = [FormField.rows("bearers", key: "uri", [.line("uri"), .number("bitrate")])]
        let (value, faults) = try Self.read(
            shape,
            "rows/bearers=3&bearers/0/uri=&bearers/0/bitrate=1&bearers/1/uri=fm:a&bearers/1/bitrate=x&bearers/2/uri=fm:b"
        )
        #expect(value["bearers"]?.list.map { $0["uri"]?.text } == ["fm:a", "fm:b"])
        #expect(faults == ["/bearers/0/bitrate"], "the path counts rows as the page shows them again")
    }

    @Test func aListOfRowsThatWasNotSentIsOmitted() throws {
        let (value, _) = try Self.read([.rows("shows", key: "show", [.line("show")])], "")
        #expect(value["shows"] == nil)
    }

    @Test func theChosenFirstItemComesFirstWithoutDuplicates() throws {
        let (value, _) = try Self.read(
            [.ids("channels")], "channels=3&channels=5&channels=3&channels=8&first/channels=8")
        #expect(value["channels"]?.keys == [8, 3, 5])
    }

    @Test(arguments: [
        ("2026-06-15T14:00", "2026-06-15T12:00:00.000Z"), ("2026-01-15T14:00:30", "2026-01-15T13:00:30.000Z"),
        ("2026-01-15T14:00:30.250", "2026-01-15T13:00:30.250Z"),
    ])
    func aTypedLocalTimeIsReadInTheTimeZoneOfTheStation(typed: String, instant: String) throws {
        #expect(Self.prague.instant(typed)?.description == instant)
        #expect(Self.prague.text(try #require(Instant(rfc3339: instant))) == typed)
    }

    @Test func aSkippedLocalTimeIsRefused() { #expect(Self.prague.instant("2026-03-29T02:30") == nil) }

    @Test(arguments: ["", "tomorrow", "2026-02-30T10:00", "2026-01-01T25:00", "2026-01-01", "2026-01-01T10:00Z"])
    func aTextThatIsNotALocalDateAndTimeIsRefused(text: String) { #expect(Self.prague.instant(text) == nil) }

    /// The second occurrence of an hour is kept, although the field shows the same text for both.
    @Test func anUneditedInstantKeepsTheSecondOccurrenceOfAnHour() throws {
        let second = "2026-10-25T01:30:00.000Z"
        #expect(Self.prague.text(try #require(Instant(rfc3339: second))) == "2026-10-25T02:30")
        let (kept, _) = try Self.read([.instant("at")], "at=2026-10-25T02:30&was/at=\(second)")
        #expect(kept["at"]?.text == second)
        let (typed, _) = try Self.read([.instant("at")], "at=2026-10-25T02:30")
        #expect(typed["at"]?.text == "2026-10-25T00:30:00.000Z")
    }

    @Test(arguments: [(3_723_000, "1:02:03"), (58_500, "0:58.5"), (3_540_000, "59:00"), (0, "0:00")])
    func aDurationIsReadBackFromItsText(milliseconds: Int64, text: String) throws {
        #expect(FormReader.duration(milliseconds) == text)
        #expect(try Self.read([.duration("l")], "l=\(text)").0["l"] == .number(milliseconds))
    }

    @Test(arguments: [(-5_000, "-0:05"), (-3_723_500, "-1:02:03.5"), (150_000, "2:30")])
    func aSignedDurationCanBeNegative(milliseconds: Int64, text: String) throws {
        #expect(FormReader.duration(milliseconds) == text)
        #expect(try Self.read([.duration("l", isSigned: true)], "l=\(text)").0["l"] == .number(milliseconds))
    }

    @Test(arguments: [(61_234, 60_000), (61_234, 1000), (3_600_000, 60_000), (-90_001, 60_000)] as [(Int64, Int64)])
    func aLengthIsReadBackFromItsText(milliseconds: Int64, unit: Int64) throws {
        let text = FormReader.text(milliseconds, unit: unit)
        #expect(try Self.read([.length("l", unit: unit)], "l=\(text)").0["l"] == .number(milliseconds))
    }

    @Test(arguments: ["1e300", "-1e300", "inf", "nan", "ten", "9223372036854775807"])
    func aLengthThatMillisecondsCannotExpressIsAFault(text: String) throws {
        #expect(try Self.read([.length("l", unit: 1000)], "l=\(text)").1 == ["/l"])
        #expect(try Self.read([.duration("l")], "l=1:\(text)").1 == ["/l"])
    }

    @Test(arguments: ["7", "1:60:00", "1:75", "-1:00", "a:b", "1:2:3:4"])
    func aTextThatIsNotADurationIsAFault(text: String) throws {
        #expect(try Self.read([.duration("l")], "l=\(text)").1 == ["/l"])
    }
}
