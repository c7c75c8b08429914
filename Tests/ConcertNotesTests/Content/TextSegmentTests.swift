import ConcertNotes
import Testing

@Suite struct TextSegmentTests {
    private typealias Case = (text: String, segments: [TextSegment])

    /// Spec N12, I5.
    @Test func aNoteIsSplitIntoSegmentsOfTextAndPictures() {
        let cases: [Case] = [
            ("", []), ("   ", []), ("Only words. ", [.text("Only words.")]),
            ("Text. $image.jpg, a caption ", [.text("Text."), .picture(file: "image.jpg", caption: "a caption")]),
            (
                "$a.png, one $b.gif,two",
                [.picture(file: "a.png", caption: "one"), .picture(file: "b.gif", caption: "two")]
            ),
            ("$a.png,", [.picture(file: "a.png", caption: "")]),
            // Without a dollar sign, as in the example of the source document.
            ("Theme. DJ2.png, Don Juan. ", [.text("Theme."), .picture(file: "DJ2.png", caption: "Don Juan.")]),
            (
                "$a.png, one b.png, two",
                [.picture(file: "a.png", caption: "one"), .picture(file: "b.png", caption: "two")]
            ),
            // A dollar sign that does not begin a picture is text.
            ("It costs $5 now", [.text("It costs $5 now")]), ("$", [.text("$")]),
            ("$a.png, one $5", [.picture(file: "a.png", caption: "one"), .text("$5")]),
        ]
        for (text, segments) in cases { #expect(PictureReference.segments(of: text) == segments, "\(text)") }
    }
}
