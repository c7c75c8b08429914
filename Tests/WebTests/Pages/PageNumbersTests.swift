import Testing

@testable import Web

struct PageNumbersTests {
    @Test func numbersBecomeCSSCustomPropertiesOfTheirElements() {
        var numbers = PageNumbers()
        #expect(numbers.rules == .empty)
        numbers.set("at", 3, [("start", 900), ("length", -60)])
        numbers.set("now", 0, [("start", 0)])
        #expect(numbers.rules.text == "#at3{--start:900;--length:-60;}\n#now0{--start:0;}\n")
    }
}
