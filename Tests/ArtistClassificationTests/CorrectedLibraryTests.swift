import ArtistClassification
import Testing

/// The effect of a correction on the uploads that it concerns, compared with filing everything again.
struct CorrectedLibraryTests {
    private typealias Dice = DeterminismTests.Dice

    private static let names = [
        "Nordlicht", "Ice", "Embers", "Ice & Embers", "The Embers", "Nordlicht Official", "EISTAU(아이스타우)", "아이스타우",
        "Полярник", "Ice, Embers, Dew", "Dew x Nordlicht", "Tall Grass", "TallGrass", "Mono Lake", "Lake",
    ]
    private static let titles = [
        "Thaw", "Glow", "Home", "Ice Age", "Polar Day (Live)", "Dew (Ice Remix)", "Home (Cover)", "Intro",
        "Long Way Round",
        "Glow (Nordlicht Remix)", "Thaw feat. Embers", "Home (prod. Dew)",
    ]

    private static func library(_ count: Int, _ dice: inout Dice) -> [Upload] {
        let accounts = names + ["Label Records", "user99", "fan 21", "Radio Polar", "", "Ice_Embers"]
        return (0..<count).map { number in
            let (name, title) = (names.randomElement(using: &dice) ?? "", titles.randomElement(using: &dice) ?? "")
            let other = names.randomElement(using: &dice) ?? ""
            let text = [
                "\(name) - \(title)", title, title, "\(title) - \(name)", "\(name) \"\(title)\"", "\(title) by \(name)",
                "\(name) & \(other) - \(title)", "\(name): \(title)", "\(name) vs \(other) - \(title)",
                "\(title) (\(name) cover)", "\(name) Radio - Episode \(number % 40)", "\(name)-\(title)",
            ]
            return Upload(
                id: "\(number)", title: text.randomElement(using: &dice) ?? "",
                uploader: accounts.randomElement(using: &dice) ?? "",
                metadataArtist: Int.random(in: 0..<6, using: &dice) == 0 ? "\(name), \(other)" : nil,
                isrc: Int.random(in: 0..<9, using: &dice) == 0 ? "ISRC\(number % 7)" : nil,
                durationMs: Int.random(in: 0..<2, using: &dice) == 0 ? 200_000 : nil)
        }
    }

    /// Adds or removes a random correction.
    private static func change(
        _ corrections: inout [ListenerCorrections.Correction], _ uploads: [Upload], _ dice: inout Dice
    ) {
        func name() -> String { names.randomElement(using: &dice) ?? "" }
        if !corrections.isEmpty, Int.random(in: 0..<4, using: &dice) == 0 {
            corrections.remove(at: Int.random(in: corrections.indices, using: &dice))
            return
        }
        let upload = uploads[Int.random(in: uploads.indices, using: &dice)]
        switch Int.random(in: 0..<9, using: &dice) {
        case 0: corrections.append(.merge(name: name(), into: name()))
        case 1: corrections.append(.rename(name: name(), to: "\(name()) Again"))
        case 2: corrections.append(.split(name: name(), into: [name(), name()]))
        case 3: corrections.append(.keep(name: name()))
        case 4: corrections.append(.account(uploader: upload.uploader, artist: name()))
        case 5:
            corrections.append(.file(upload, artists: [name(), name()], title: nil, album: "Ice Age", label: nil))
        case 6: corrections.append(.file(upload, artists: nil, title: "Another", album: nil, label: "Polar"))
        default: corrections.append(.file(upload, artists: [name()], title: nil, album: nil, label: nil))
        }
    }

    @Test(arguments: 1...12)
    func aCorrectionHasTheSameEffectAsReclassifyingEveryUpload(seed: Int) {
        var dice = Dice(state: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15)
        let uploads = Self.library(40 + seed * 40, &dice)
        let evidence = Evidence(uploads)
        // Some uploads are evidence only and are not filed.
        let filed = uploads.filter { _ in Int.random(in: 0..<5, using: &dice) > 0 }
        var library = CorrectedLibrary(filed, Classifier(evidence))
        var corrections: [ListenerCorrections.Correction] = []
        var before = Self.filings(filed, Classifier(evidence))
        var moved = 0
        for _ in 0..<40 {
            Self.change(&corrections, uploads, &dice)
            let after = Self.filings(filed, Classifier(evidence, corrections: ListenerCorrections(corrections)))
            let expected = after.filter { before[$0.key] != $0.value }
            let found = library.correct(ListenerCorrections(corrections))
            #expect(
                Dictionary(uniqueKeysWithValues: found.map { ($0.id, $0) }) == expected, "\(corrections.last as Any)")
            moved += expected.count
            before = after
        }
        #expect(moved > 40)
    }

    @Test func aCorrectionAlsoAppliesToLaterUploads() {
        let uploads = [
            Upload(id: "1", title: "Ice - Thaw", uploader: "a"), Upload(id: "2", title: "Ice - Glow", uploader: "b"),
        ]
        var library = CorrectedLibrary(uploads.prefix(1), Classifier(Evidence(uploads)))
        #expect(library.file(uploads[1]).artistText == "Ice")
        let correction = ListenerCorrections([.rename(name: "Ice", to: "Embers")])
        #expect(library.correct(correction).map(\.id).sorted() == ["1", "2"])
        #expect(library.correct(correction).isEmpty)
        #expect(library.correct(.nothing).map(\.artistText) == ["Ice", "Ice"])
    }

    private static func filings(_ uploads: [Upload], _ classifier: Classifier) -> [String: Filing] {
        Dictionary(uniqueKeysWithValues: uploads.map { ($0.id, classifier.classify($0)) })
    }
}
