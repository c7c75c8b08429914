import ConcertNotes
import Testing

@Suite struct PictureReferenceTests {
    /// Spec N12.
    @Test(arguments: [
        ("Text. $image.jpg, a caption", ["image.jpg|a caption"]),
        ("$a.png, one $b.gif,two ", ["a.png|one", "b.gif|two"]),
        ("$Upper.JPEG , spaced", ["Upper.JPEG|spaced"]),
        ("no picture, not even png, here", []),
        ("$a.b.png, two points", ["a.b.png|two points"]),
    ])
    func aPictureReferenceConsistsOfADollarAFileNameAndACaption(text: String, pictures: [String]) {
        let found = PictureReference.all(in: text)
        #expect(found.map { "\($0.file)|\($0.caption)" } == pictures)
        #expect(found.allSatisfy { !$0.isBare })
    }

    /// Spec I5.
    @Test func repairAddsTheMissingDollarOfAPictureReference() {
        let text = "... secondary theme. DJ2.png, Don Juan Portrait. "
        let found = PictureReference.all(in: text)
        #expect(found.map(\.file) == ["DJ2.png"])
        #expect(found.map(\.caption) == ["Don Juan Portrait."])
        #expect(found.map(\.isBare) == [true])
        #expect(PictureReference.repaired(text) == "... secondary theme. $DJ2.png, Don Juan Portrait. ")
    }

    @Test(arguments: [
        "see example.com/a.png, there", "$a.png, said", "end.of.png, no", "a.png without a comma", "(a.pngs, no)",
        "a.png",
    ])
    func repairLeavesATextWithoutMissingDollarsUnchanged(text: String) {
        #expect(PictureReference.repaired(text) == text)
        #expect(PictureReference.all(in: text).allSatisfy { !$0.isBare })
    }

    @Test func repairingATextTwiceEqualsRepairingItOnce() {
        let once = PictureReference.repaired("a.png, one b.gif, two $c.jpg, three")
        #expect(once == "$a.png, one $b.gif, two $c.jpg, three")
        #expect(PictureReference.repaired(once) == once)
    }

    @Test(arguments: [
        ("It cost $5, then", "5, then"), ("$image.jpg without comma", "image.jpg without co"), ("100 $", ""),
    ])
    func aDollarThatDoesNotStartAPictureReferenceIsReportedAsStray(text: String, stray: String) {
        #expect(PictureReference.strayDollars(in: text) == [stray])
    }
}
