import Testing

@testable import ScoreFormats

struct ScoreNumberTests {
    @Test(arguments: [("0", 0), ("12", 12), (" -3\n", -3), ("999999999", 999_999_999)])
    func wholeNumbersMayHaveSpacesAndAMinusSign(text: String, value: Int) {
        #expect(ScoreNumber.integer(text) == value)
    }

    @Test(arguments: ["", "-", "+5", "1e3", "0x1", "1.0", "१२", "１", "9999999999", "--1", "1 2", "\u{0}"])
    func invalidWholeNumbersAreRefused(text: String) { #expect(ScoreNumber.integer(text) == nil) }

    @Test(arguments: [("480", 480.0), ("112.5", 112.5), ("-0.25", -0.25), (".5", 0.5), ("3.", 3.0)])
    func decimalsMayOmitTheDigitsBeforeOrAfterThePoint(text: String, value: Double) {
        #expect(ScoreNumber.decimal(text) == value)
    }

    @Test(arguments: ["", ".", "-.", "1e9", "inf", "nan", "1.2.3", "0x10", "١", String(repeating: "9", count: 31)])
    func invalidDecimalsAreRefused(text: String) { #expect(ScoreNumber.decimal(text) == nil) }

    @Test(arguments: [
        ("1", [1]), ("1, 2", [1, 2]), ("1.", [1]), ("1.-3.", [1, 2, 3]), ("1-3, 5", [1, 2, 3, 5]), ("2 & 1", [1, 2]),
        ("3,3", [3]), ("", []), ("last time", []), ("0", []), ("1001", []), ("1-999", [1, 999]), ("5-2", [2, 5]),
    ])
    func thePassNumbersOfAnEndingAreReadFromListsAndRanges(text: String, passes: [Int]) {
        #expect(ScoreNumber.passes(text) == passes)
    }
}
