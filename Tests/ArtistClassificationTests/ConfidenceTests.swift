import ArtistClassification
import Testing

/// The confidence of filings compared with the proportion of correct filings (decision 0055). The uploads are generated from invented
/// names. `bench/filing` makes the same comparison with real artists and titles and with more forms of titles.
struct ConfidenceTests {
    private struct Row {
        let upload: Upload
        let artist: String
        let title: String
    }

    /// A generator of names and titles from syllables, with a fixed sequence.
    private struct Maker {
        private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

        mutating func below(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }

        mutating func word() -> String {
            let syllables = [
                "ka", "lo", "mi", "ren", "tu", "vo", "sha", "del", "pri", "gon", "ne", "zar", "bel", "fi", "hu", "wex",
                "yor", "qua",
            ]
            return (0..<2 + below(2)).map { _ in syllables[below(syllables.count)] }.joined().capitalized
        }

        mutating func words() -> String { (0..<1 + below(2)).map { _ in word() }.joined(separator: " ") }
    }

    private static let rows: [Row] = {
        var (maker, rows) = (Maker(), [Row]())
        for number in 0..<600 {
            let (artist, title) = (maker.words() + " " + maker.word(), maker.words())
            let otherAccount = [
                maker.word() + " Records", maker.word().lowercased() + "\(10 + maker.below(9000))", maker.words(),
            ][maker.below(3)]
            let (account, text, truth): (String, String, String) =
                switch number % 20 {
                case 0, 1: (artist, "\(artist) - \(title)", artist)
                case 2: (artist + " - Topic", title, artist)
                case 3: (artist.replacing(" ", with: "") + "VEVO", "\(artist) - \(title) (Official Video)", artist)
                case 4: (otherAccount, "\(artist) - \(title) (Official Video)", artist)
                case 5: (otherAccount, "\(artist) - \(title) (\(maker.word()) Remix)", artist)
                case 6: (otherAccount, "\(artist) - \(title)", artist)
                case 7: (otherAccount, "\(artist) “\(title)” M/V", artist)
                case 8: (artist, "\(title) - \(artist)", artist)
                case 9: (artist, "\(title) (prod. \(maker.word()))", artist)
                case 10: (otherAccount, "\(artist) | \(title)", artist)
                case 11: (maker.word() + " Records", "\(title) by \(artist)", artist)
                // Names without other evidence: the uploader is the artist in half of these cases.
                case 12, 13: (artist, title, artist)
                case 14: (maker.words() + " " + maker.word(), title, "")
                case 15: (maker.word() + " Lyrics", "\(title) (Lyrics)", "")
                case 16: (maker.word().lowercased() + "\(10 + maker.below(9000))", title, "")
                case 17: (maker.word() + " Records", title, "")
                case 18: (maker.words() + " " + maker.word(), title, "")
                default: (otherAccount, "\(artist) - \(title) feat. \(maker.word())", artist)
                }
            rows.append(
                Row(upload: Upload(id: "\(number)", title: text, uploader: account), artist: truth, title: title))
        }
        return rows
    }()

    private static let filings: [(confidence: Double, isRight: Bool)] = {
        let classifier = Classifier(Evidence(rows.map(\.upload)))
        return rows.map { row in
            let filing = classifier.classify(row.upload)
            let isRight = filing.primaryArtist?.key == (row.artist.isEmpty ? nil : ArtistName.key(row.artist))
            return (filing.confidence, isRight && ArtistName.key(filing.coreTitle) == ArtistName.key(row.title))
        }
    }()

    @Test func atLeast98PercentOfTheCertainFilingsAreCorrect() {
        let certain = Self.filings.filter { $0.confidence >= Filing.uncertain }
        #expect(certain.count >= 330)
        #expect(certain.count { $0.isRight } * 100 >= certain.count * 98)
    }

    @Test(arguments: 0..<10)
    func theProportionOfCorrectFilingsMatchesTheConfidence(tenth: Int) {
        let filings = Self.filings.filter { min(9, Int($0.confidence * 10 + 1e-9)) == tenth }
        // With fewer filings, a single filing would change the proportion too much.
        guard filings.count >= 40 else { return }
        let right = Double(filings.count { $0.isRight }) / Double(filings.count)
        let stated = filings.map(\.confidence).reduce(0, +) / Double(filings.count)
        #expect(abs(right - stated) <= 0.05, "\(filings.count) filings, right \(right), stated \(stated)")
    }

    @Test(arguments: [
        ("Cobalt Lyrics", "Polar Day (Lyrics)"), ("user83648290", "Polar Day"), ("Cold Records", "Polar Day"),
        ("maria4791", "Polar Day"),
        ("Cold TV", "Polar Day"), ("Maria Keller", "Polar Day"), ("Maria Keller", "Polar Day (Lyrics)"),
    ])
    func filingsWithoutSupportingEvidenceAreUncertain(uploader: String, title: String) {
        #expect(filing(title, by: uploader).isUncertain)
    }

    @Test func uploadsWithArtistAndTitleInOppositeOrdersAreUncertain() {
        let filings = Library(
            "Cold Records | Nordlicht - Polar Day (Palms Remix)", "user48213 | Polar Day - Nordlicht (Audio)"
        ).filings()
        #expect(filings[0].isUncertain && filings[1].isUncertain)
    }

    @Test func aKnownArtistAfterTheDashMakesTheOrderOfArtistAndTitleUncertain() {
        let title = "Polar Day - Nordlicht"
        let filings = Library("user48213 | \(title)", "Maria Keller | Nordlicht - Thaw").filings()
        #expect(filings[0].isUncertain)
        #expect(!filing(title, by: "user48213").isUncertain)
    }

    @Test func aCoverIsUncertainUntilTheOriginalArtistIsKnown() {
        for title in ["Polar Day - Nordlicht (cover)", "Nordlicht - Polar Day (cover by Jane Winter)"] {
            let alone = filing(title, by: "Jane Winter")
            #expect(alone.primaryArtist?.name == "Jane Winter" && alone.isUncertain && alone.confidence > 0.4)
            let known = Library("Jane Winter | \(title)", "Label | Nordlicht - Thaw", "Nordlicht | Dew").filings()[0]
            #expect(known.primaryArtist?.name == "Jane Winter" && known.title.hasPrefix("Polar Day"))
            #expect(!known.isUncertain)
        }
        #expect(!filing("Polar Day (Nordlicht cover)", by: "Jane Winter").isUncertain)
        #expect(!filing("Polar Day (cover)", by: "Jane Winter").isUncertain)
    }

    @Test func anArtistAfterAnEmojiAndTheWordByIsCertain() {
        #expect(!filing("Polar Day 🔥 by Nordlicht", by: "Cold Records").isUncertain)
    }

    @Test func supportingEvidenceRaisesTheConfidence() {
        let alone = filing("Nordlicht - thaw", by: "Maria Keller").confidence
        let wrapped = filing("Nordlicht - Thaw (Palms Remix)", by: "Maria Keller").confidence
        let own = filing("Nordlicht - Thaw", by: "Nordlicht").confidence
        #expect(alone < wrapped && wrapped < own)
        let account = filing("Thaw", by: "Maria Keller").confidence
        let known = Library("Maria Keller | Thaw", "Label | Maria Keller - Dew").filings()[0].confidence
        #expect(filing("Thaw", by: "Cold Records").confidence < account && account < known)
        #expect(filing("Thaw", by: "Maria Keller - Topic").confidence > known)
    }
}
