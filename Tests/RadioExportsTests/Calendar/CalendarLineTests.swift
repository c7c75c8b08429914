import Testing

@testable import RadioExports

struct CalendarLineTests {
    @Test func calendarTextIsEscaped() {
        #expect(
            CalendarLine.text("SUMMARY", "a;b,c\\d\r\ne\nf\u{7}\tg:\"h\"")
                == "SUMMARY:a\\;b\\,c\\\\d\\ne\\nf g:\"h\"\r\n")
        #expect(CalendarLine.texts("CATEGORIES", ["a,b", "c"]) == "CATEGORIES:a\\,b,c\r\n")
    }

    /// Spec E9.
    @Test func aLongLineIsFoldedAt75OctetsAndNeverWithinACharacter() throws {
        for letter in ["a", "č", "€", "🎻"] {
            for length in 60...160 {
                let value = String(repeating: letter, count: length)
                let lines = CalendarLine.text("SUMMARY", value).utf8.split(separator: 0x0A)
                #expect(lines.allSatisfy { $0.last == 0x0D && $0.count <= 76 }, "\(letter) \(length)")
                var joined = ""
                for (index, line) in lines.enumerated() {
                    let part = try #require(String(validating: line.dropLast(), as: UTF8.self))
                    #expect(index == 0 || part.first == " ")
                    joined += index == 0 ? part : String(part.dropFirst())
                }
                #expect(joined == "SUMMARY:" + value)
            }
        }
    }
}
