import ConcertNotes
import TestSupport
import Testing

@Suite struct ProgrammeFolderTests {
    @Test func aValidProgrammeFolderIsReadCompletely() async throws {
        let contents = try await ProgrammeFixture().written { try ProgrammeFolder(path: $0).read() }
        #expect(contents.slug == "small-evening")
        let programme = contents.programme
        #expect(programme.title == "A Small Evening")
        #expect(programme.pieces.map(\.name.description) == [ProgrammeFixture.quartet, ProgrammeFixture.study])
        #expect(programme.images.map(\.name) == ["dash.gif", "dot.png"])
        #expect(programme.assets.map(\.name) == ["ProgramNotes.pdf", "Splash32.png"])

        let quartet = programme.pieces[0]
        #expect(quartet.measures.map(\.start.milliseconds) == [1512, 3271, 5185, 7200])
        #expect(quartet.tracks.map(\.name) == ["The Music", "History"])
        #expect(quartet.tracks[0].annotations.map(\.measure) == [1, 3])
        #expect(quartet.structure.sections.map(\.text) == ["The viola, alone,red", "The Main Theme,255,127,50"])
        #expect(quartet.structure.end.time.milliseconds == 9230)
        #expect(quartet.keys.isEmpty && quartet.intensities.isEmpty)

        let study = programme.pieces[1]
        #expect(study.measures.map(\.printed) == ["1", "2", "1", "2"])
        #expect(study.measures.map(\.pass) == [1, 1, 2, 2])
        #expect(study.structure.sections.map(\.colour.description) == ["blue", "255,215,0"])
        #expect(study.keys.map(\.name) == ["E♭ major / C minor (3 flats)", "C major / A minor (no sharps or flats)"])
        #expect(study.intensities.map(\.value) == [0.2917, 0.5, 1, 0])
        #expect(study.pictures == ["dot.png", "dash.gif"])
    }

    @Test func aConcertMayOmitAMovementOfAWork() async throws {
        var fixture = ProgrammeFixture()
        let manifest = "programme.json"
        let third = "Dvořák, String Quartet No. 12: Mvt. 3"
        try fixture.replace(ProgrammeFixture.study, by: third, in: manifest)
        try fixture.replace("\"Tutti\"", by: "\"Dvořák\"", in: manifest)
        try fixture.replace("\"work\": \"Study < Canon\"", by: "\"work\": \"String Quartet No. 12\"", in: manifest)
        try fixture.replace("\"movement\": \"Study < Canon\"", by: "\"movement\": \"Mvt. 3\"", in: manifest)
        fixture.files["getPieces.txt"] = nil
        let pieces = try await fixture.written { try ProgrammeFolder(path: $0).read().programme.pieces }
        #expect(pieces.map(\.name.description) == [ProgrammeFixture.quartet, third])
    }

    /// Spec I18.
    @Test func missingAppAssetsAndUnusedFilesAreReportedInNotices() async throws {
        var fixture = ProgrammeFixture()
        fixture.files["notes.txt"] = Array("mine".utf8)
        fixture.files["Study/old.tsv"] = []
        fixture.files["images/spare.png"] = ProgrammeFixture.png(width: 1, height: 1)
        fixture.files["images/AppAssets/Extra.png"] = []
        fixture.files["images/AppAssets/glossary.xml"] = Array("<glossary/>".utf8)
        fixture.files[".DS_Store"] = [0]
        let notices = try await fixture.written { try ProgrammeFolder(path: $0).read().notices }
        let missing = notices.filter { $0.text.contains("missing") }.map(\.file)
        #expect(missing.count == 11)
        #expect(missing.contains("images/AppAssets/SplashCut169.png"))
        let others = notices.filter { !$0.text.contains("missing") }.map(\.file)
        #expect(
            others == [
                "Study/old.tsv", "images/AppAssets/Extra.png", "images/AppAssets/glossary.xml", "images/spare.png",
                "notes.txt",
            ])
    }

    @Test(arguments: [("small evening", "small-evening"), ("Small_Evening.2", "small-evening-2"), ("A", "a")])
    func theShortNameOfAConcertIsDerivedFromItsFolderName(name: String, slug: String) async throws {
        #expect(
            try await ProgrammeFixture(name: name).written { try ProgrammeFolder(path: $0 + "/").read().slug } == slug)
    }

    @Test func aPictureNameWithoutADollarIsRepairedOnlyOnRequest() async throws {
        var fixture = ProgrammeFixture()
        try fixture.replace("$dot.png", by: "dot.png", in: "Study/annotations.tsv")
        let (kept, repaired) = try await fixture.written { path in
            (try ProgrammeFolder(path: path).read(), try ProgrammeFolder(path: path).read(repairsPictures: true))
        }
        #expect(kept.programme.images.map(\.name) == ["dash.gif", "dot.png"])
        let offer = kept.notices.first { $0.file == "Study/annotations.tsv" }
        #expect(offer?.line == 2)
        #expect(offer?.text.contains("$dot.png, A dot") == true)
        #expect(kept.programme.pieces[1].tracks[0].annotations[0].text.contains(" dot.png"))
        #expect(repaired.programme.pieces[1].tracks[0].annotations[0].text.contains(" $dot.png"))
    }

    /// Two encodings of one letter look the same but are two names to a phone (spec N2).
    @Test func decomposedLettersAreComposedAndReportedInANotice() async throws {
        var fixture = ProgrammeFixture()
        for file in ["programme.json", "getPieces.txt"] {
            let text = String(decoding: fixture.files[file] ?? [], as: UTF8.self)
            fixture.files[file] = Array(text.replacing("Dvořák", with: "Dvor\u{30C}a\u{301}k").utf8)
        }
        let contents = try await fixture.written { try ProgrammeFolder(path: $0).read() }
        let name = contents.programme.pieces[0].name.description
        #expect(name.utf8.elementsEqual(ProgrammeFixture.quartet.utf8))
        #expect(contents.notices.contains { $0.file == "programme.json" && $0.text.contains("decomposed") })
    }

    @Test func carriageReturnsAndByteOrderMarksInTablesAreIgnored() async throws {
        var fixture = ProgrammeFixture()
        let plain = try await fixture.written { try ProgrammeFolder(path: $0).read().programme.digest }
        for (path, content) in fixture.files where path.hasSuffix(".tsv") {
            let text =
                String(decoding: content, as: UTF8.self).split(separator: "\n").joined(separator: "\r\n") + "\r\n"
            fixture.files[path] = [0xEF, 0xBB, 0xBF] + Array(text.utf8)
        }
        #expect(try await fixture.written { try ProgrammeFolder(path: $0).read().programme.digest } == plain)
    }

    @Test func allErrorsOfAProgrammeFolderAreReportedTogether() async throws {
        var fixture = ProgrammeFixture()
        try fixture.replace("2\t3.271", by: "2\t1.512", in: "QuartetMvt1/measures.tsv")
        try fixture.replace("\tred", by: "\treddish", in: "QuartetMvt1/structure.tsv")
        try fixture.replace("History\t1", by: "History\t9", in: "QuartetMvt1/annotations.tsv")
        try fixture.replace("\t1\n4", by: "\t1.5\n4", in: "Study/intensity.tsv")
        fixture.files["images/dot.png"] = nil
        fixture.files["images/AppAssets/Splash32.png"] = ProgrammeFixture.gif
        let refusal = await #expect(throws: ImportRefusal.self) {
            try await fixture.written { _ = try ProgrammeFolder(path: $0).read() }
        }
        #expect(
            refusal?.faults.map { "\($0.file):\($0.line ?? 0)" } == [
                "QuartetMvt1/annotations.tsv:3", "QuartetMvt1/measures.tsv:3", "QuartetMvt1/structure.tsv:2",
                "Study/annotations.tsv:2", "Study/intensity.tsv:4", "images/AppAssets/Splash32.png:0",
            ])
    }

    @Test func aGapInTheMeasureNumbersIsReportedOnce() async throws {
        var fixture = ProgrammeFixture()
        try fixture.replace("2\t3.271\t2\t1\n", by: "", in: "QuartetMvt1/measures.tsv")
        let refusal = await #expect(throws: ImportRefusal.self) {
            try await fixture.written { _ = try ProgrammeFolder(path: $0).read() }
        }
        #expect(refusal?.faults.filter { $0.file == "QuartetMvt1/measures.tsv" }.map(\.line) == [3])
    }

    @Test func theTablesOfAPieceWithoutAComposerAreAlsoChecked() async throws {
        var fixture = ProgrammeFixture()
        try fixture.replace("  \"composer\": \"Tutti\",\n", by: "", in: "programme.json")
        try fixture.replace("\tBLUE", by: "\tBLUEISH", in: "Study/structure.tsv")
        let refusal = await #expect(throws: ImportRefusal.self) {
            try await fixture.written { _ = try ProgrammeFolder(path: $0).read() }
        }
        #expect(
            refusal?.faults.map { "\($0.file):\($0.line ?? 0)" } == [
                "Study/structure.tsv:2", "getPieces.txt:1", "programme.json:16",
            ])
    }

    @Test func aMissingProgrammeFolderIsReportedAsOneError() {
        let refusal = #expect(throws: ImportRefusal.self) { try ProgrammeFolder(path: "/nonexistent/evening").read() }
        #expect(refusal?.faults.count == 1)
    }

    /// Spec I11, I13, T8.
    @Test(arguments: FolderFault.all)
    func anErrorInAProgrammeFolderIsReportedWithFileAndLine(_ fault: FolderFault) async throws {
        var fixture = ProgrammeFixture()
        try fault.make(&fixture)
        let refusal = await #expect(throws: ImportRefusal.self) {
            try await fixture.written { _ = try ProgrammeFolder(path: $0).read() }
        }
        let faults = refusal?.faults ?? []
        let expected = faults.first {
            $0.file == fault.file && $0.line == fault.line && $0.reason.contains(fault.reason)
        }
        #expect(expected != nil, "\(faults)")
        #expect(faults.allSatisfy { !$0.fix.isEmpty && !$0.reason.isEmpty })
    }
}
