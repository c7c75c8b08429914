import ConcertEditing
import HTTP
import TestSupport
import Testing
import Web
import WebTestSupport
import ZipTestSupport

/// Imports into a piece by the API.
struct PieceImportTests {
    /// Spec T9, T14, I12, N33.
    @Test func anImportedScoreGivesMeasuresKeysAndSectionsInPlayedOrder() async throws {
        try await ImportStage.with { stage in
            let answer = await stage.send(ImportFiles.musicXML)
            #expect(answer.status == 201)
            #expect(answer["format"] as? String == "musicxml")
            let measures = await stage.objects("measures", "measures")
            #expect(measures.map { $0["printed"] as? String } == ["0", "1", "2", "1", "2", "3"])
            #expect(measures.map { $0["pass"] as? Int } == [1, 1, 1, 2, 2, 1])
            #expect(measures.map { $0["startMs"] as? Int } == [0, 500, 2500, 4500, 6500, 8500])
            let keys = await stage.objects("keys", "keys")
            #expect(keys.map { $0["measure"] as? Int } == [1, 6])
            #expect(keys.map { $0["fifths"] as? Int } == [-3, 0])
            let sections = await stage.objects("sections", "items")
            #expect(sections.map { $0["label"] as? String } == ["Beginning", "A", "A", "B"])
            #expect(sections.map { $0["measure"] as? Int } == [1, 2, 4, 6])
            #expect(sections[1]["colour"] as? String == sections[2]["colour"] as? String)
            #expect(sections[1]["colour"] as? String != sections[3]["colour"] as? String)
        }
    }

    @Test func aCompressedScoreCanBeImported() async throws {
        try await ImportStage.with { stage in
            let container = """
                <?xml version="1.0"?><container><rootfiles><rootfile full-path="score.xml"/></rootfiles></container>
                """
            let archive = try ZipBuilder([("META-INF/container.xml", container), ("score.xml", ImportFiles.musicXML)])
            let answer = await stage.send(bytes: archive.bytes)
            #expect(answer.status == 201)
            #expect(answer["format"] as? String == "mxl")
            #expect(answer.counts("measures") == "2 4 0", "the end is no measure")
            #expect(answer.counts("end") == "0 1 0")
        }
    }

    /// Spec T14.
    @Test func importingALongerMeasureMapAddsMeasures() async throws {
        try await ImportStage.with { stage in
            let answer = await stage.send(ImportFiles.measureMap, "format=measure-map")
            #expect(answer.status == 201)
            #expect(await stage.objects("measures", "measures").count == 5)
        }
    }

    /// The times of a recording are better than those of a score.
    @Test func aMeasureMapWithTheSameNumberOfMeasuresKeepsTheStartTimes() async throws {
        try await ImportStage.with { stage in
            let map = ImportFiles.measureMap.replacing(#/,\s+\{"count": 5.*\}/#, with: "")
                .replacing("\"number\": 4", with: "\"name\": \"4a\", \"number\": 4")
            #expect(await stage.send(map).status == 201)
            let measures = await stage.objects("measures", "measures")
            #expect(measures.map { $0["startMs"] as? Int } == [1000, 2000, 3000, 4000])
            #expect(measures.map { $0["printed"] as? String } == ["1", "2", "3", "4a"])
        }
    }

    /// Spec N5, N10, N13, N14, I15.
    @Test func theXMLOfAnOldInstallationCanBeImported() async throws {
        try await ImportStage.with { stage in
            let answer = await stage.send(ImportFiles.getData)
            #expect(answer.status == 201)
            #expect(answer["format"] as? String == "getdata")
            let measures = await stage.objects("measures", "measures")
            #expect(measures.map { $0["startMs"] as? Int } == [0, 1500, 3000, 4500])
            let sections = await stage.objects("sections", "items")
            #expect(sections.map { $0["colour"] as? String } == ["255,127,50", "255,215,0"])
            let tracks = await stage.objects("tracks", "items")
            #expect(tracks.map { $0["name"] as? String } == ["The Music", "History"])
        }
    }

    @Test(arguments: [
        ("annotations-csv", "measure,text\n1,\"Strings, alone\"\n3,Oboe\n"),
        ("annotations-tsv", "text\tmeasure\nStrings, alone\t1\nOboe\t3\n"),
    ])
    func anImportedTableReplacesTheAnnotationsOfATrack(format: String, text: String) async throws {
        try await ImportStage.with { stage in
            let answer = await stage.send(text, "format=\(format)")
            #expect(answer.status == 201)
            #expect(answer.counts("annotations") == "2 0 1")
            #expect(await stage.texts() == ["Strings, alone", "Oboe"])
        }
    }

    @Test func anImportInModeAddKeepsExistingAnnotations() async throws {
        try await ImportStage.with { stage in
            let answer = await stage.send("measure,text\n1,It begins.\n4,It ends.\n", "mode=add")
            #expect(answer.counts("annotations") == "1 0 0")
            #expect(await stage.texts() == ["It begins.", "It ends."])
        }
    }

    @Test func anImportedTableWithNewTrackNamesAddsTheTracks() async throws {
        try await ImportStage.with { stage in
            let answer = await stage.send("track,measure,text\nHistorie,1,Poprvé\nHistorie,2,Podruhé\n")
            #expect(answer.counts("tracks") == "1 0 0")
            #expect(await stage.texts() == ["It ends."])
        }
    }

    @Test func onlyTheChosenPartsOfAFileAreImported() async throws {
        try await ImportStage.with { stage in
            #expect(await stage.send(ImportFiles.getData, "parts=annotations").status == 201)
            let measures = await stage.objects("measures", "measures")
            #expect(measures.first?["startMs"] as? Int == 1000)
            #expect(await stage.objects("sections", "items").count == 1)
        }
    }

    @Test func anAnnotationChangedByAnImportKeepsItsIdentifier() async throws {
        try await ImportStage.with { stage in
            func id() async -> String? {
                await stage.stage.send(.get, stage.path + "/tracks/\(stage.track)/annotations", as: .editor)
                    .objects("items").first?["id"] as? String
            }
            let before = await id()
            let answer = await stage.send("measure,text\n4,It ends at last.\n")
            #expect(answer.counts("annotations") == "0 1 0")
            #expect(await id() == before)
        }
    }

    @Test(arguments: [ImportFiles.musicXML, ImportFiles.getData, "measure,text\n1,New\n"])
    func aDryRunOfAnImportDoesNotChangeThePiece(text: String) async throws {
        try await ImportStage.with { stage in
            let before = await stage.state()
            let answer = await stage.send(text, "dryRun=true")
            #expect(answer.status == 200)
            #expect(answer["isDryRun"] as? Bool == true)
            #expect(answer["isChanged"] as? Bool == true)
            #expect(answer["id"] as? String == nil)
            #expect(await stage.state() == before)
            #expect(await stage.objects("imports", "items").isEmpty)
        }
    }

    @Test func importingTheSameFileAgainDoesNotChangeThePiece() async throws {
        try await ImportStage.with { stage in
            #expect(await stage.send(ImportFiles.getData).status == 201)
            let again = await stage.send(ImportFiles.getData)
            #expect(again.status == 200)
            #expect(again["isChanged"] as? Bool == false)
            #expect(await stage.objects("imports", "items").count == 1)
        }
    }

    /// A file is imported as a whole or not at all, and each fault has its line.
    @Test(arguments: [
        ("measure,text\n1,Right\nx,Wrong\n9,Beyond\n", [3]),
        ("measure,text\n1,Right\n9,Beyond\n2,$ 5\n", [3, 4]),
        (ImportFiles.getData.replacing("First heard", with: "$First heard"), [10]),
        (ImportFiles.getData.replacing("Again,gold", with: "Again,mauve"), [14]),
        (
            ImportFiles.getData.replacing("<measure>3</measure><text>Again", with: "<measure>7</measure><text>Again"),
            [14]
        ),
        (ImportFiles.musicXML.replacing("</measure>\n</part>", with: "</part>"), [22]),
    ])
    func importingAFileWithAnErrorDoesNotChangeThePiece(text: String, lines: [Int]) async throws {
        try await ImportStage.with { stage in
            let before = await stage.state()
            let dry = await stage.send(text, "dryRun=true")
            #expect(dry.status == 200)
            #expect(dry.lines == lines)
            let answer = await stage.send(text)
            #expect(answer.status == 422)
            #expect(answer["code"] as? String == "import-refused")
            #expect(
                answer.faults.first == "line \(lines[0])" || answer.faults.first?.hasPrefix("line \(lines[0]),") == true
            )
            #expect(await stage.state() == before)
        }
    }

    @Test func anImportThatLeavesAnAnnotationWithoutItsMeasureIsRefused() async throws {
        try await ImportStage.with { stage in
            let map = """
                [{"count": 1, "number": 1, "time_signature": "3/4"}, {"count": 2, "number": 2, "time_signature": "3/4"}]
                """
            let before = await stage.state()
            let answer = await stage.send(map)
            #expect(answer.status == 422)
            #expect(answer.text.contains("It ends."))
            #expect(await stage.state() == before)
        }
    }

    @Test(arguments: [
        "<?xml version=\"1.0\"?><!DOCTYPE c [<!ENTITY x SYSTEM \"file:///etc/passwd\">]><concert>&x;</concert>",
        "<concert><piece><name>Strauss, Don Juan: Don Juan</name><measures>99999999</measures></piece></concert>",
        String(repeating: "<a>", count: 1000), "PK\u{3}\u{4}not an archive", "[[[[[[[[[[[[[[[[", "", "\u{0}\u{1}\u{2}",
    ])
    func aMalformedOrHostileImportFileIsRefused(text: String) async throws {
        try await ImportStage.with { stage in
            let before = await stage.state()
            let answer = await stage.send(text)
            #expect(answer.status == 422)
            #expect(answer["code"] as? String == "import-refused")
            #expect(!answer.text.contains("root:"))
            #expect(await stage.state() == before)
        }
    }

    @Test func anArchiveWithTooMuchContentIsRefused() async throws {
        try await ImportStage.with { stage in
            var archive = ZipBuilder()
            try archive.add("META-INF/container.xml", [UInt8](repeating: 0x20, count: 65 << 20))
            #expect(await stage.send(bytes: archive.bytes).status == 422)
        }
    }

    @Test(arguments: ["format=midi", "parts=keys", "parts=", "mode=merge", "dryRun=yes", "format=programme"])
    func anImportWithAnUnknownOptionIsRefused(query: String) async throws {
        try await ImportStage.with { stage in
            #expect(await stage.send("measure,text\n1,New\n", query).status == 422)
            #expect(await stage.texts() == ["It ends."])
        }
    }

    @Test func anImportIntoAnOutdatedVersionOfThePieceIsRefused() async throws {
        try await ImportStage.with { stage in
            let tag = await stage.send("measure,text\n1,New\n", "dryRun=true").tag
            _ = await stage.stage.send(
                .post, stage.path + "/tracks/\(stage.track)/annotations", #"{"measure": 2, "text": "Meanwhile."}"#,
                as: .editor)
            let answer = await stage.send("measure,text\n1,New\n", "", ["If-Match": tag])
            #expect(answer.status == 412)
            #expect(await stage.texts() == ["Meanwhile.", "It ends."])
            let current = await stage.send("measure,text\n1,New\n", "dryRun=true").tag
            #expect(await stage.send("measure,text\n1,New\n", "", ["If-Match": current]).status == 201)
        }
    }

    @Test func aRepeatedIdempotencyKeyImportsAFileOnce() async throws {
        try await ImportStage.with { stage in
            let first = await stage.send("measure,text\n1,New\n", "mode=add", ["Idempotency-Key": "k1"])
            _ = await stage.send("measure,text\n2,Other\n", "mode=add")
            let again = await stage.send("measure,text\n1,New\n", "mode=add", ["Idempotency-Key": "k1"])
            #expect(again.status == 201)
            #expect(again.id == first.id)
            #expect(await stage.texts() == ["New", "Other", "It ends."])
        }
    }

    @Test func aRepeatedIdempotencyKeyReturnsTheReportOfAnImportThatChangedNothing() async throws {
        try await ImportStage.with { stage in
            #expect(await stage.send("measure,text\n1,New\n").status == 201)
            let first = await stage.send("measure,text\n1,New\n", "", ["Idempotency-Key": "k1"])
            let again = await stage.send("measure,text\n1,New\n", "", ["Idempotency-Key": "k1"])
            #expect(first.status == 200 && again.status == 200)
            #expect(first.counts("annotations") == "0 0 0" && again.text == first.text)
        }
    }

    @Test(arguments: [Role.listener, .programmer])
    func listenersAndProgrammersCannotImportIntoAPiece(role: Role) async throws {
        try await ImportStage.with { stage in
            #expect(await stage.send("measure,text\n1,New\n", as: role).status == 403)
            #expect(await stage.texts() == ["It ends."])
        }
    }

    @Test func importsOfAPieceOfAnotherTenantAreNotFound() async throws {
        try await ImportStage.with { stage in
            let made = await stage.send("measure,text\n1,New\n")
            for (method, path) in [
                (HTTP.Method.post, stage.imports), (.get, stage.imports), (.get, stage.path + "/xml"),
                (.put, stage.path + "/xml"), (.delete, stage.imports + "/\(made.id)"),
            ] {
                let answer = await stage.stage.send(
                    method, path, body: Array(ImportFiles.getData.utf8), as: .editor, at: "there")
                #expect(answer.status == 404)
            }
            #expect(await stage.texts() == ["New"])
        }
    }
}

/// The undoing of imports.
struct ImportUndoTests {
    @Test(arguments: [ImportFiles.musicXML, ImportFiles.getData, "measure,text\n1,New\n"])
    func undoingAnImportRestoresTheContentOfThePiece(text: String) async throws {
        try await ImportStage.with { stage in
            let before = await stage.state()
            let made = await stage.send(text)
            #expect(made.status == 201)
            let undone = await stage.stage.send(.delete, made.fields["Location"] ?? "", as: .editor)
            #expect(undone.status == 204)
            #expect(await stage.state() == before)
            #expect(await stage.objects("imports", "items").isEmpty)
            let again = await stage.stage.send(.delete, made.fields["Location"] ?? "", as: .editor)
            #expect(again.status == 404)
        }
    }

    @Test func anImportCannotBeUndoneAfterAnEditOfThePiece() async throws {
        try await ImportStage.with { stage in
            let made = await stage.send("measure,text\n1,New\n")
            _ = await stage.stage.send(
                .post, stage.path + "/tracks/\(stage.track)/annotations", #"{"measure": 2, "text": "Later."}"#,
                as: .editor)
            let undone = await stage.stage.send(.delete, stage.imports + "/\(made.id)", as: .editor)
            #expect(undone.status == 409)
            #expect(undone["code"] as? String == "edited-since-import")
            #expect(await stage.texts() == ["New", "Later."])
        }
    }

    @Test func onlyTheLatestImportOfAPieceCanBeUndone() async throws {
        try await ImportStage.with { stage in
            let before = await stage.state()
            let first = await stage.send("measure,text\n1,First\n")
            let second = await stage.send("measure,text\n1,Second\n2,More\n")
            #expect(await stage.stage.send(.delete, stage.imports + "/\(first.id)", as: .editor).status == 409)
            #expect(await stage.stage.send(.delete, stage.imports + "/\(second.id)", as: .editor).status == 204)
            #expect(await stage.stage.send(.delete, stage.imports + "/\(first.id)", as: .editor).status == 204)
            #expect(await stage.state() == before)
        }
    }

    @Test func onlyTheLastTenImportsOfAPieceAreListed() async throws {
        try await ImportStage.with { stage in
            for number in 1...12 { _ = await stage.send("measure,text\n1,Text \(number)\n") }
            #expect(await stage.objects("imports", "items").count == 10)
        }
    }
}

/// The XML of a draft piece.
struct PieceXMLTests {
    private func xml(_ stage: ImportStage, _ query: String = "") async -> StageAnswer {
        await stage.stage.send(.get, stage.path + "/xml" + query, as: .editor)
    }

    @Test func importingTheExportedXMLOfAPieceDoesNotChangeThePiece() async throws {
        try await ImportStage.with { stage in
            _ = await stage.send(ImportFiles.musicXML)
            for query in ["", "?v=2"] {
                let document = await xml(stage, query)
                #expect(document.status == 200)
                #expect(document.fields["Content-Type"]?.hasPrefix("application/xml") == true)
                let before = await stage.state()
                let answer = await stage.stage.send(
                    .put, stage.path + "/xml", body: document.bytes, as: .editor, ["If-Match": document.tag])
                #expect(answer.status == 200)
                #expect(answer["isChanged"] as? Bool == false)
                #expect(await stage.state() == before)
            }
        }
    }

    @Test func importedXMLReplacesTheContentOfThePiece() async throws {
        try await ImportStage.with { stage in
            let answer = await stage.stage.send(
                .put, stage.path + "/xml", body: Array(ImportFiles.getData.utf8), as: .editor)
            #expect(answer.status == 201)
            let tracks = await stage.objects("tracks", "items")
            #expect(tracks.map { $0["name"] as? String } == ["History"])
            #expect(await xml(stage).text.contains("First heard in Weimar."))
        }
    }
}
