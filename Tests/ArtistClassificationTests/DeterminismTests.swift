import ArtistClassification
import Testing

struct DeterminismTests {
    /// A generator of pseudorandom numbers with a fixed sequence.
    struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 31)
        }
    }

    @Test func filingsDoNotDependOnTheOrderOfUploads() {
        let names = ["Nordlicht", "Ice", "Embers", "Ice & Embers", "The Embers", "EISTAU(아이스타우)", "아이스타우", "Полярник"]
        let titles = ["Thaw", "Glow", "Home", "Ice Age", "Polar Day (Live)", "Dew (Ice Remix)", "Home (Cover)"]
        let accounts = names + ["Label Records", "user99", "fan", "Nordlicht Official", ""]
        var dice = Dice(state: 5)
        var uploads = (0..<300).map { number in
            let (name, title) = (names.randomElement(using: &dice) ?? "", titles.randomElement(using: &dice) ?? "")
            let text = [
                "\(name) - \(title)", title, "\(title) - \(name)", "\(name) \"\(title)\"", "\(title) by \(name)",
            ]
            return Upload(
                id: "\(number)", title: text.randomElement(using: &dice) ?? "",
                uploader: accounts.randomElement(using: &dice) ?? "",
                metadataArtist: Int.random(in: 0..<5, using: &dice) == 0 ? name : nil,
                durationMs: Int.random(in: 0..<2, using: &dice) == 0 ? 200_000 : nil)
        }
        let corrections = ListenerCorrections([
            .merge(name: "Ice", into: "Embers"),
            .file(uploads[3], artists: ["Nordlicht"], title: nil, album: nil, label: nil),
        ])
        let first = Dictionary(
            uniqueKeysWithValues: Classifier.filings(of: uploads, corrections: corrections).map { ($0.id, $0) })
        for _ in 0..<5 {
            uploads.shuffle(using: &dice)
            for filing in Classifier.filings(of: uploads, corrections: corrections) {
                #expect(filing == first[filing.id])
            }
        }
    }

    @Test func filingsOfRandomTextHaveAReasonAndAConfidenceFromZeroToOne() {
        let pieces = [
            " - ", "-", "—", "(", ")", "[", "]", "【", "】", "「", "」", "\"", "'", "“", "”", "«", "»", ":", "|", "//", "_",
            "+", "&",
            " x ", " feat. ", "ft", "prod. by ", "p. ", "w/", " w ", " by ", "cover", "remix", "live", "M/V", "MV",
            "official video",
            "PREMIERE: ", "01", "A1.", "003 - ", "#12", "Episode 4", ".mp3", "@", "the", "Nordlicht", "雪", "Лёд",
            "e\u{0301}", "🙂",
            "\u{0000}", "\u{200D}", "\u{FE0F}", "\u{1161}", "\u{11A8}", "\u{0306}", " ", "\t", "$", "!",
            "in the style of ", "http://a.b",
        ]
        var dice = Dice(state: 11)
        func text(_ most: Int) -> String {
            (0..<Int.random(in: 0...most, using: &dice)).map { _ in pieces.randomElement(using: &dice) ?? "" }.joined()
        }
        let uploads = (0..<6000).map { number in
            Upload(
                id: "\(number)", title: text(9), uploader: text(3), metadataArtist: number % 3 == 0 ? text(4) : nil,
                labelName: number % 5 == 0 ? text(2) : nil, albumTitle: number % 7 == 0 ? text(2) : nil,
                publicationLine: number % 11 == 0 ? text(3) : nil)
        }
        for filing in Classifier.filings(of: uploads) {
            #expect((0...1).contains(filing.confidence))
            #expect(!filing.reasons.isEmpty && !filing.why.isEmpty)
            #expect(filing.credits.allSatisfy { !$0.key.isEmpty && !$0.name.isEmpty }, "\(filing)")
            #expect(filing.mainArtists.isEmpty == (filing.primaryArtist == nil))
        }
    }

    @Test func longTitlesAreTruncated() {
        for piece in ["(", "\"", "[a", " - ", "'a", "a - ", "feat. ", "「", "1. ", "PREMIERE: "] {
            let filing = filing(String(repeating: piece, count: 20_000), by: String(repeating: piece, count: 20_000))
            #expect(filing.title.unicodeScalars.count <= 600)
        }
    }
}
