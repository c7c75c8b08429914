import Testing

@testable import RadioImports

struct EibiDaysTests {
    /// Every expression of A23, in the summer of 2023 and in the winter with the leap day of 2024.
    @Test func eachDaysExpressionOfASeasonSelectsTheExpectedDates() throws {
        let text = SourceText.decode(try resource("eibi-days.txt"))
        let expressions = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        #expect(expressions.count == 127)
        let days = OracleDay.from2023March26(count: 371)
        var refused: [String] = []
        for expression in expressions {
            do {
                let rule = try EibiDays.recurrence(expression)
                for day in days {
                    #expect(
                        EibiOracle.isOn(expression, day) == RecurrenceText(rule).contains(day),
                        "\(expression) as \(rule) on \(day)")
                }
            } catch {
                refused.append(expression)
                #expect(EibiOracle.isOn(expression, days[0]) == nil)
            }
        }
        #expect(refused == ["Ram", "Tests", "alt", "harm", "irr", "plan", "plans", "spur", "tent"])
    }

    @Test(arguments: [
        ("", "FREQ=DAILY"), ("Mo-Fr", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR"),
        ("Sa-Th", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,SA,SU"),
        ("Su-Mo", "FREQ=WEEKLY;BYDAY=MO,SU"), ("SaSu", "FREQ=WEEKLY;BYDAY=SA,SU"),
        ("1357", "FREQ=WEEKLY;BYDAY=MO,WE,FR,SU"),
        ("Tu,Fr", "FREQ=WEEKLY;BYDAY=TU,FR"), ("Mo-We,Fr", "FREQ=WEEKLY;BYDAY=MO,TU,WE,FR"), ("Mo-Su", "FREQ=DAILY"),
        ("1.Sa", "FREQ=MONTHLY;BYDAY=1SA"), ("1.Sa,3.Sa", "FREQ=MONTHLY;BYDAY=1SA,3SA"),
        ("L.Su", "FREQ=MONTHLY;BYDAY=-1SU"),
        ("01st", "FREQ=MONTHLY;BYMONTHDAY=1"), ("25Dec", "FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=25"), ("USB", "FREQ=DAILY"),
    ])
    func daysExpressionsOfEiBiBecomeRecurrenceRules(days: String, rule: String) throws {
        #expect(try EibiDays.recurrence(days) == rule)
    }

    @Test(arguments: [
        "8", "0", "6.", "9.Sa", "Mo-", "-Mo", "Mo--We", "MoX", "Xx", "32nd", "0th", "31Feb", "30Feb", "Mo,1.Sa", "é",
        ".", ",",
    ])
    func daysInAnUndocumentedNotationAreRefused(days: String) {
        let reason =
            "the days must be written as EiBi's file description defines, such as Mo-Fr, 1.Sa or 25Dec, found \"\(days)\""
        #expect(throws: EibiRefusal("Days", reason)) { try EibiDays.recurrence(days) }
    }
}
