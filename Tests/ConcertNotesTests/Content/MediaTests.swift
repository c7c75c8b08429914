import ConcertNotes
import TestSupport
import Testing

@Suite struct MediaTests {
    /// Spec I6.
    @Test(arguments: [
        (ProgrammeFixture.png(width: 1, height: 1), MediaKind.png), (ProgrammeFixture.jpeg, .jpeg),
        (ProgrammeFixture.gif, .gif), (Array("%PDF-1.7".utf8), .pdf),
    ])
    func theFirstBytesOfAFileIdentifyItsMediaKind(content: [UInt8], kind: MediaKind) {
        #expect(MediaKind(magicOf: content) == kind)
    }

    @Test(arguments: [
        "", "<svg xmlns='http://www.w3.org/2000/svg'/>", "<!DOCTYPE html>", "GIF88a", "RIFF", "\u{89}PN", " %PDF-1.4",
    ])
    func contentThatIsNotPNGJPEGGIFOrPDFHasNoMediaKind(content: String) {
        #expect(MediaKind(magicOf: Array(content.utf8)) == nil)
    }

    @Test(arguments: [
        (ProgrammeFixture.png(width: 65_535, height: 65_535), MediaKind.png, PixelSize(width: 65_535, height: 65_535)),
        (ProgrammeFixture.jpeg, .jpeg, PixelSize(width: 4, height: 2)),
        (ProgrammeFixture.gif, .gif, PixelSize(width: 1, height: 1)),
    ])
    func theSizeOfAPictureIsReadFromItsHeader(content: [UInt8], kind: MediaKind, size: PixelSize) {
        #expect(PixelSize(headerOf: content, kind: kind) == size)
    }

    @Test(arguments: [
        (ProgrammeFixture.png(width: 0, height: 1), MediaKind.png),
        (ProgrammeFixture.png(width: 1 << 31, height: 1), .png),
        (Array(ProgrammeFixture.png(width: 1, height: 1).prefix(23)), .png),
        (Array(ProgrammeFixture.jpeg.prefix(12)), .jpeg),
        ([0xFF, 0xD8, 0xFF, 0xE0, 0, 0, 0, 0, 0, 0, 0, 0, 0], .jpeg),
        ([0xFF, 0xD8, 0xFF, 0xE0, 0xFF, 0xFF, 0, 0, 0, 0, 0, 0], .jpeg),
        (Array("GIF89a".utf8), .gif),
    ])
    func aPictureWithABrokenHeaderHasNoSize(content: [UInt8], kind: MediaKind) {
        #expect(PixelSize(headerOf: content, kind: kind) == nil)
    }

    @Test func readingTheSizeFromAnyPrefixOfAPictureDoesNotCrash() {
        for (content, kind) in [
            (ProgrammeFixture.png(width: 2, height: 2), MediaKind.png), (ProgrammeFixture.jpeg, .jpeg),
            (ProgrammeFixture.gif, .gif),
        ] {
            for length in 0...content.count { _ = PixelSize(headerOf: Array(content.prefix(length)), kind: kind) }
        }
    }

    @Test(arguments: [
        ("dot.png", true), ("A_b-c.9.jpg", true), ("_x.gif", true), ("", false), (".hidden.png", false),
        ("-x.png", false),
        ("a b.png", false), ("../a.png", false), ("a/b.png", false), ("ř.png", false), ("a\u{0}.png", false),
        ("a\r\n.png", false),
        (String(repeating: "a", count: 200) + ".png", false),
    ])
    func aSafeMediaFileNameIsShortPlainASCIIWithoutSpacesOrPaths(name: String, isSafe: Bool) {
        #expect(MediaFile.isSafe(name: name) == isSafe)
    }
}
