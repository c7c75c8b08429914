import ConcertNotes
import Testing

@Suite struct StructureTests {
    @Test func aSectionIsWrittenAsItsLabelACommaAndItsColour() {
        let section = StructureSection(
            measure: 1, start: RecordingTime(milliseconds: 0), label: "The Main Theme",
            colour: .rgb(red: 255, green: 127, blue: 50))
        #expect(section.text == "The Main Theme,255,127,50")
    }

    /// Spec I14.
    @Test(arguments: ["A,1,2,3", "A, 1 , 2 , 3 ", ",0,0,0", "A,B,100,200,300"])
    func threeNumbersAtTheEndOfALabelAreDetected(label: String) {
        #expect(StructureSection.endsInNumberTriple(label))
    }

    @Test(arguments: ["A", "A,1,2", "1,2,3", "A,1,2,3rd", "A,1,2,3000", "A,1,,3", "Theme, in 3/4"])
    func otherEndingsOfALabelAreNotTakenForThreeNumbers(label: String) {
        #expect(!StructureSection.endsInNumberTriple(label))
    }
}
