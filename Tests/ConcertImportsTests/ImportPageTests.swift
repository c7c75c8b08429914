import HTTP
import TestSupport
import Testing
import Web
import WebTestSupport
import ZipTestSupport

/// The pages of imports and their forms.
struct ImportPageTests {
    private func path(_ stage: ImportStage) -> String { "/cms/pieces/\(stage.piece)/import" }

    private func post(
        _ stage: ImportStage, _ path: String, _ fields: [(name: String, value: String)], file: [UInt8]? = nil
    ) async -> StageAnswer {
        var body: [UInt8] = []
        for (name, value) in fields {
            body += Array("--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n".utf8)
        }
        if let file {
            body += Array(
                "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.csv\"\r\n\r\n".utf8)
            body += file + Array("\r\n".utf8)
        }
        body += Array("--x--\r\n".utf8)
        return await stage.stage.send(
            .post, path, body: body, as: .editor, ["Content-Type": "multipart/form-data; boundary=x"])
    }

    /// The value of a hidden field.
    private func hidden(_ name: String, in page: StageAnswer) -> String {
        guard let start = page.text.firstRange(of: "name=\"\(name)\" value=\"") else { return "" }
        return String(page.text[start.upperBound...].prefix { $0 != "\"" })
            .replacing("&quot;", with: "\"").replacing("&lt;", with: "<").replacing("&gt;", with: ">")
            .replacing("&#39;", with: "'").replacing("&amp;", with: "&")
    }

    @Test func aPreviewedFileCanBeImportedAndUndoneOnThePage() async throws {
        try await ImportStage.with { stage in
            let before = await stage.state()
            let preview = await post(stage, path(stage), [], file: Array(ImportFiles.musicXML.utf8))
            #expect(preview.status == 200)
            #expect(preview.text.contains("Nothing has been imported yet"))
            #expect(preview.text.contains("href=\"/cms/pieces/\(stage.piece)\""), "the link back leads to the piece")
            #expect(await stage.state() == before)
            let pending = hidden("pending", in: preview)
            let applied = await post(
                stage, path(stage) + "/apply", [("pending", pending), ("match", hidden("match", in: preview))])
            #expect(applied.status == 303)
            #expect(applied.fields["Location"] == path(stage) + "?notice=imported")
            #expect(await stage.objects("measures", "measures").count == 6)
            let page = await stage.stage.send(.get, path(stage), as: .editor)
            let undone = await stage.stage.send(
                .post, path(stage) + "/undo", body: Array("import=\(hidden("import", in: page))".utf8), as: .editor,
                ["Content-Type": "application/x-www-form-urlencoded"])
            #expect(undone.status == 303)
            #expect(await stage.state() == before)
        }
    }

    @Test func theErrorsOfAnImportedFileAreShownByLine() async throws {
        try await ImportStage.with { stage in
            let preview = await post(
                stage, path(stage), [("format", "annotations-csv")], file: Array("measure,text\nx,A\n".utf8))
            #expect(preview.status == 422)
            #expect(preview.text.contains("Line 2"))
            #expect(!preview.text.contains("name=\"pending\""))
        }
    }

    @Test func anImportDoesNotOverwriteAnEditAfterThePreview() async throws {
        try await ImportStage.with { stage in
            let preview = await post(stage, path(stage), [], file: Array("measure,text\n1,New\n".utf8))
            _ = await stage.send("measure,text\n1,Meanwhile\n")
            let applied = await post(
                stage, path(stage) + "/apply",
                [("pending", hidden("pending", in: preview)), ("match", hidden("match", in: preview))])
            #expect(applied.status == 412)
            #expect(await stage.texts() == ["Meanwhile"])
        }
    }

    /// The field `pending` is not signed: an editor may change it to any content that an upload may have. It is validated like an upload.
    @Test func aPreviewChangedToInvalidContentIsRefused() async throws {
        try await ImportStage.with { stage in
            let preview = await post(stage, path(stage), [], file: Array("measure,text\n1,New\n".utf8))
            let pending = hidden("pending", in: preview).replacing("New", with: "$ 5")
            let applied = await post(stage, path(stage) + "/apply", [("pending", pending)])
            #expect(applied.status == 422)
            #expect(await stage.texts() == ["It ends."])
        }
    }

    @Test func onlyThePreviewedProgrammeCanBeImported() async throws {
        try await ImportStage.with { stage in
            let path = "/cms/concerts/an-evening/import"
            var archive = ZipBuilder()
            for (name, content) in ProgrammeFixture().files.sorted(by: { $0.key < $1.key }) {
                try archive.add(name, content)
            }
            let preview = await post(stage, path, [("act", "preview")], file: archive.bytes)
            #expect(preview.status == 200)
            let fields = ["digest", "match"].map { ($0, hidden($0, in: preview)) } + [("act", "apply")]
            let other = await post(stage, path, fields, file: Array(ImportFiles.getData.utf8))
            #expect(other.status == 422)
            let applied = await post(stage, path, fields, file: archive.bytes)
            #expect(applied.status == 303)
            let pieces = await stage.stage.send(.get, "/api/v1/admin/concerts/an-evening/pieces", as: .editor)
            #expect(pieces.objects("items").count == 2)
        }
    }

    @Test func listenersAndOtherTenantsCannotOpenTheImportPages() async throws {
        try await ImportStage.with { stage in
            for path in [path(stage), "/cms/concerts/an-evening/import", "/cms/pieces/\(stage.piece)/tap"] {
                #expect(await stage.stage.send(.get, path, as: .listener).status == 403)
                #expect(await stage.stage.send(.get, path, as: .editor, at: "there").status == 404)
            }
        }
    }
}

/// The page that times a recording.
struct TapPageTests {
    private func save(_ stage: ImportStage, _ times: String, match: String = "") async -> StageAnswer {
        let body = "times=\(times.percentEncoded)" + (match.isEmpty ? "" : "&match=\(match.percentEncoded)")
        return await stage.stage.send(
            .post, "/cms/pieces/\(stage.piece)/tap", body: Array(body.utf8), as: .editor,
            ["Content-Type": "application/x-www-form-urlencoded"])
    }

    @Test func theTapPageHasANoteForBrowsersWithoutScripts() async throws {
        try await ImportStage.with { stage in
            let page = await stage.stage.send(.get, "/cms/pieces/\(stage.piece)/tap", as: .editor)
            #expect(page.text.contains("<noscript>"))
        }
    }

    @Test func theTapPageButNotTheImportPageMayPlayLocalFiles() async throws {
        try await ImportStage.with { stage in
            let page = await stage.stage.send(.get, "/cms/pieces/\(stage.piece)/tap", as: .editor)
            #expect(page.status == 200)
            #expect(page.fields["Content-Security-Policy"]?.contains("media-src 'self' blob:") == true)
            let other = await stage.stage.send(.get, "/cms/pieces/\(stage.piece)/import", as: .editor)
            #expect(other.fields["Content-Security-Policy"]?.contains("blob:") == false)
        }
    }

    /// Spec T14.
    @Test func savedTappedTimesBecomeTheStartTimesOfTheMeasures() async throws {
        try await ImportStage.with { stage in
            let answer = await save(stage, "1\tm.1\t0.5\n2\tm.2\t1.25\n3\tm.3\t2\n4\tm.4\t3\nend\t-\t4.5")
            #expect(answer.status == 303)
            let table = await stage.stage.send(.get, stage.path + "/measures", as: .editor)
            #expect(table.objects("measures").map { $0["startMs"] as? Int } == [500, 1250, 2000, 3000])
            #expect((table["end"] as? [String: Any])?["startMs"] as? Int == 4500)
        }
    }

    @Test(arguments: [
        ("1 0\n2 1\n3 2\n4 3", "last line"), ("1 0\n2 1\n3 x\n4 3\nend 5", "line 3"),
        ("1 0\n2 1\n3 1\n4 3\nend 5", "line 3"), ("1 0\n2 1\nend 5", "4 measures"), ("", "line for each measure"),
        ("1 0\n2 1\n3 2\n4 3\nend 1", "end"),
    ])
    func invalidTappedTimesDoNotChangeThePiece(times: String, reason: String) async throws {
        try await ImportStage.with { stage in
            let before = await stage.state()
            let answer = await save(stage, times)
            #expect(answer.status == 422)
            #expect(answer.text.contains(reason))
            #expect(await stage.state() == before)
        }
    }

    @Test func tappedTimesDoNotOverwriteAnEditByAnotherEditor() async throws {
        try await ImportStage.with { stage in
            let tag = await stage.send("measure,text\n1,New\n", "dryRun=true").tag
            _ = await stage.send(ImportFiles.getData)
            #expect(await save(stage, "1 0\n2 1\n3 2\n4 3\nend 5", match: tag).status == 412)
        }
    }
}
