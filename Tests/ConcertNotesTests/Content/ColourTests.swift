import ConcertNotes
import Testing

@Suite struct ColourTests {
    /// Spec I15.
    @Test(arguments: Colour.Tag.allCases)
    func colourNamesOfOldPhonesAreReadInAnyCase(tag: Colour.Tag) {
        #expect(Colour(tag.rawValue.uppercased()) == .tag(tag))
        #expect(Colour.tag(tag).description == tag.rawValue)
    }

    @Test(arguments: [("255,127,50", "255,127,50"), ("0, 0, 7", "0,0,7"), ("007,000,010", "7,0,10")])
    func colourNumbersAreWrittenWithoutSpacesOrLeadingZeros(text: String, spelling: String) {
        #expect(Colour(text)?.description == spelling)
    }

    @Test(arguments: [("gold", "255,215,0"), ("lightGray", "170,170,170"), ("Grey", "gray")])
    func colourNamesUnknownToOldPhonesAreWrittenAsNumbersOrKnownNames(name: String, spelling: String) {
        #expect(Colour(name)?.description == spelling)
    }

    @Test(arguments: ["", "reddish", "256,0,0", "1,2", "1,2,3,4", "+1,2,3", "1,,3", "１,2,3", "-1,0,0", "#ff0000"])
    func anInvalidColourIsRefused(text: String) {
        #expect(Colour(text) == nil)
    }

    @Test(arguments: [
        ("red", "#ff0000", "red"), ("Orange", "#ff8000", "orange"), ("brown", "#996633", "brown"),
        ("255,127,50", "#ff7f32", nil), ("gold", "#ffd700", nil), ("black", "#000000", "black"),
    ])
    func everyColourHasAHexadecimalFormButOnlyColoursOfOldPhonesHaveATag(
        text: String, hexadecimal: String, tag: String?
    ) {
        #expect(Colour(text)?.hexadecimal == hexadecimal)
        #expect(Colour(text)?.tag?.rawValue == tag)
    }
}
