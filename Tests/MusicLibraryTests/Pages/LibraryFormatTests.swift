import Testing

@testable import MusicLibraryPages

struct LibraryFormatTests {
    @Test(arguments: [
        (0, "0"), (999, "999"), (1_000, "1,000"), (12_345, "12,345"), (1_234_567, "1,234,567"), (-1_000, "-1,000"),
    ])
    func numbersHaveACommaBeforeEachGroupOfThreeDigits(number: Int64, text: String) {
        #expect(LibraryFormat.grouped(number) == text)
    }
}
