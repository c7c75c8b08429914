import ConcertEditing
import HTTP
import TestSupport
import Testing
import Web
import WebTestSupport
import ZipTestSupport

/// Imports of whole programmes into a draft by the API.
struct ProgrammeImportTests {
    private static let path = "/api/v1/admin/concerts/an-evening/imports"

    private func archive(_ fixture: ProgrammeFixture = ProgrammeFixture(), below folder: String = "") throws -> [UInt8]
    {
        var archive = ZipBuilder()
        for (path, content) in fixture.files.sorted(by: { $0.key < $1.key }) { try archive.add(folder + path, content) }
        return archive.bytes
    }

    private func post(_ stage: ImportStage, _ bytes: [UInt8], _ query: String = "", _ fields: Fields = [:]) async
        -> StageAnswer
    {
        await stage.stage.send(.post, Self.path + query, body: bytes, as: .editor, fields)
    }

    private func names(_ stage: ImportStage) async -> [String] {
        await stage.stage.send(.get, "/api/v1/admin/concerts/an-evening/pieces", as: .editor)
            .objects("items").compactMap { $0["name"] as? String }
    }

    /// Spec T8.
    @Test(arguments: ["", "small-evening/"])
    func anImportedProgrammeFolderBecomesTheDraft(folder: String) async throws {
        try await ImportStage.with { stage in
            let answer = await post(stage, try archive(below: folder))
            #expect(answer.status == 201)
            #expect(answer["format"] as? String == "programme")
            #expect(answer.counts("pieces") == "2 0 1")
            #expect(await names(stage) == [ProgrammeFixture.quartet, ProgrammeFixture.study])
            let images = await stage.stage.send(.get, "/api/v1/admin/images", as: .editor).objects("items")
            #expect(images.compactMap { $0["name"] as? String } == ["dash.gif", "dot.png"])
            let concert = await stage.stage.send(.get, "/api/v1/admin/concerts/an-evening", as: .editor)
            #expect(concert["title"] as? String == "A Small Evening")
        }
    }

    @Test func importingTheSameFolderAgainDoesNotChangeTheDraft() async throws {
        try await ImportStage.with { stage in
            _ = await post(stage, try archive())
            let again = await post(stage, try archive())
            #expect(again.status == 200)
            #expect(again["isChanged"] as? Bool == false)
        }
    }

    @Test func theExportOfADraftCanBeImportedWithoutAChange() async throws {
        try await ImportStage.with { stage in
            let path = "/api/v1/admin/concerts/an-evening/folder.zip"
            #expect(await stage.stage.send(.get, path, as: .editor).status == 200)
            _ = await post(stage, try archive())
            let export = await stage.stage.send(.get, path, as: .editor)
            #expect(export.status == 200)
            #expect(export.fields["Content-Type"] == "application/zip")
            #expect(export.fields["Content-Disposition"] == "attachment; filename=\"an-evening.zip\"")
            let same = await post(stage, export.bytes)
            #expect(same.status == 200)
            #expect(same["isChanged"] as? Bool == false)
            let names = await self.names(stage)
            _ = await stage.stage.send(
                .post, "/api/v1/admin/concerts", #"{"title": "Copy", "slug": "copy", "date": "2027-02-01"}"#,
                as: .editor)
            let copied = await stage.stage.send(
                .post, "/api/v1/admin/concerts/copy/imports", body: export.bytes, as: .editor)
            #expect(copied.status == 201)
            let copy = await stage.stage.send(.get, "/api/v1/admin/concerts/copy/folder.zip", as: .editor)
            #expect(copy.bytes == export.bytes, "byte for byte")
            #expect(
                await stage.stage.send(.get, "/api/v1/admin/concerts/copy/pieces", as: .editor).objects("items")
                    .compactMap { $0["name"] as? String } == names)
        }
    }

    @Test func aDraftThatCannotBePublishedCannotBeExported() async throws {
        try await ImportStage.with { stage in
            _ = await stage.stage.send(
                .post, "/api/v1/admin/concerts/an-evening/pieces",
                #"{"composer": "Strauss", "work": "Macbeth", "movement": "Macbeth"}"#, as: .editor)
            let path = "/api/v1/admin/concerts/an-evening/folder.zip"
            let refused = await stage.stage.send(.get, path, as: .editor)
            #expect(refused.status == 422)
            #expect(refused.text.contains("unpublishable-draft"))
            #expect(refused.text.contains("/pieces/1/measures"))
            #expect(await stage.stage.send(.get, path, as: .listener).status == 403)
            #expect(await stage.stage.send(.get, path, as: .editor, at: "there").status == 404)
        }
    }

    @Test func aDryRunOfAProgrammeImportDoesNotChangeTheDraft() async throws {
        try await ImportStage.with { stage in
            let before = await stage.state()
            let answer = await post(stage, try archive(), "?dryRun=true")
            #expect(answer.status == 200)
            #expect(answer.counts("pieces") == "2 0 1")
            #expect(await stage.state() == before)
            #expect(await names(stage) == ["Strauss, Don Juan: Don Juan"])
        }
    }

    @Test func aProgrammeFolderWithAnErrorDoesNotChangeTheDraft() async throws {
        try await ImportStage.with { stage in
            var fixture = ProgrammeFixture()
            try fixture.replace("3\t3\t1\t2", by: "3\t1\t1\t2", in: "Study/measures.tsv")
            let dry = await post(stage, try archive(fixture), "?dryRun=true")
            #expect(dry.objects("faults").first?["file"] as? String == "Study/measures.tsv")
            #expect(dry.lines.first == 4)
            let answer = await post(stage, try archive(fixture))
            #expect(answer.status == 422)
            #expect(answer.faults.first == "Study/measures.tsv, line 4")
            #expect(await names(stage) == ["Strauss, Don Juan: Don Juan"])
        }
    }

    /// Spec N5, N12, N15.
    @Test func importedFilesOfAnOldInstallationBecomeTheDraft() async throws {
        try await ImportStage.with { stage in
            let data = ImportFiles.getData.replacing("First heard in Weimar.", with: "Weimar. $dot.png, A dot")
            var archive = ZipBuilder()
            try archive.add("getData.xml", Array(data.utf8))
            try archive.add("getPieces.txt", Array("Strauss, Don Juan: Don Juan".utf8))
            try archive.add("images/dot.png", ProgrammeFixture.png(width: 1, height: 1))
            try archive.add("images/AppAssets/Splash32.png", ProgrammeFixture.png(width: 320, height: 480))
            let answer = await post(stage, archive.bytes)
            #expect(answer.status == 201)
            #expect(answer["format"] as? String == "getdata")
            #expect(answer.counts("pieces") == "0 0 0")
            #expect(answer.counts("pictures") == "1 0 0")
            #expect(answer.counts("assets") == "1 0 0")
            let measures = await stage.objects("measures", "measures")
            #expect(measures.map { $0["startMs"] as? Int } == [0, 1500, 3000, 4500])
        }
    }

    @Test func theXMLOfAnOldInstallationCanBeImportedWithoutOtherFiles() async throws {
        try await ImportStage.with { stage in
            #expect(await post(stage, Array(ImportFiles.getData.utf8)).status == 201)
        }
    }

    @Test func undoingAProgrammeImportRestoresTheDraft() async throws {
        try await ImportStage.with { stage in
            _ = await stage.stage.send(
                .put, "/api/v1/admin/images/dot.png", body: ProgrammeFixture.png(width: 2, height: 2), as: .editor)
            let before = await stage.state()
            let images = await stage.stage.send(.get, "/api/v1/admin/images", as: .editor).text
            let assets = await stage.stage.send(.get, "/api/v1/admin/concerts/an-evening/assets", as: .editor).text
            let made = await post(stage, try archive())
            let undone = await stage.stage.send(.delete, made.fields["Location"] ?? "", as: .editor)
            #expect(undone.status == 204)
            #expect(await stage.state() == before)
            #expect(await names(stage) == ["Strauss, Don Juan: Don Juan"])
            #expect(await stage.stage.send(.get, "/api/v1/admin/images", as: .editor).text == images)
            #expect(
                await stage.stage.send(.get, "/api/v1/admin/concerts/an-evening/assets", as: .editor).text == assets)
        }
    }

    @Test(arguments: [#"{"title": "Another"}"#, #"{"venue": "Town Hall"}"#, #"{"date": "2027-02-01"}"#])
    func aProgrammeImportCannotBeUndoneAfterAnEdit(edit: String) async throws {
        try await ImportStage.with { stage in
            let made = await post(stage, try archive())
            _ = await stage.stage.send(
                .patch, "/api/v1/admin/concerts/an-evening", edit, as: .editor,
                ["Content-Type": "application/merge-patch+json"])
            let undone = await stage.stage.send(.delete, Self.path + "/\(made.id)", as: .editor)
            #expect(undone.status == 409)
            #expect(await names(stage).count == 2)
        }
    }

    @Test(arguments: ["../outside", "/absolute", "a/../../b", "programme.json/x"])
    func anArchiveWithAHostileFileNameIsRefused(name: String) async throws {
        try await ImportStage.with { stage in
            var hostile = ZipBuilder()
            try hostile.add("programme.json", Array("{}".utf8))
            try hostile.add(name, Array("x".utf8))
            #expect(await post(stage, hostile.bytes).status == 422)
            #expect(await names(stage) == ["Strauss, Don Juan: Don Juan"])
        }
    }

    @Test func anArchiveThatDeclaresTooMuchContentIsRefused() async throws {
        try await ImportStage.with { stage in
            var bomb = ZipBuilder()
            try bomb.add("programme.json", [UInt8](repeating: 0x20, count: 8 << 20))
            bomb.files[0].size = 1 << 30
            #expect(await post(stage, bomb.bytes).status == 422)
        }
    }

    @Test func aProgrammeImportIntoAnOutdatedDraftIsRefused() async throws {
        try await ImportStage.with { stage in
            let tag = await post(stage, try archive(), "?dryRun=true").tag
            _ = await stage.send("measure,text\n1,Meanwhile\n")
            #expect(await post(stage, try archive(), "", ["If-Match": tag]).status == 412)
            #expect(await names(stage).count == 1)
        }
    }

    @Test func importsOfAConcertOfAnotherTenantAreNotFound() async throws {
        try await ImportStage.with { stage in
            let made = await post(stage, try archive())
            for (method, path) in [
                (HTTP.Method.post, Self.path), (.get, Self.path), (.delete, Self.path + "/\(made.id)"),
            ] {
                let answer = await stage.stage.send(
                    method, path, body: Array(ImportFiles.getData.utf8), as: .editor, at: "there")
                #expect(answer.status == 404)
            }
        }
    }

    @Test func aListenerCannotImportAProgramme() async throws {
        try await ImportStage.with { stage in
            let answer = await stage.stage.send(.post, Self.path, body: try archive(), as: .listener)
            #expect(answer.status == 403)
        }
    }
}
