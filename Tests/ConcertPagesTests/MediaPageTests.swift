import HTTP
import Tenancy
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import ConcertPages

@Suite struct PicturePageTests {
    private static let dot = ProgrammeFixture.png(width: 1, height: 1)

    @Test func anUploadedPictureIsStoredUnderASafeName() async throws {
        try await withConcertPages { stage async throws in
            #expect(await stage.page("/cms/pictures").text.contains("No pictures yet"))
            let stored = await stage.upload("/cms/pictures", [("name", "")], [("My dot (1).PNG", Self.dot)])
            #expect(stored.location == "/cms/pictures/My-dot-1.png?notice=pictureStored")
            let page = await stage.page("/cms/pictures/My-dot-1.png")
            #expect(page.text.contains("PNG, 1 × 1 pixels, 1 kB"))
            #expect(page.text.contains("$My-dot-1.png, Caption"))
            #expect(page.text.contains("No note and no glossary term shows this picture"))
            #expect(await stage.page("/cms/pictures").text.contains("src=\"/api/v1/admin/images/My-dot-1.png\""))
        }
    }

    @Test(arguments: [
        ("a b.png", PicturePageTests.dot, "name"), ("dot.jpg", PicturePageTests.dot, "file"),
        ("dot.png", Array("<svg/>".utf8), "file"), ("dot.png", [], "file"),
        ("dot.png", ProgrammeFixture.png(width: 9000, height: 9000), "file"),
    ])
    func aPictureWithAnUnsafeNameOrUnsupportedContentIsRefused(
        name: String, content: [UInt8], field: String
    ) async throws {
        try await withConcertPages { stage async throws in
            let refused = await stage.upload("/cms/pictures", [("name", name)], [("dot.png", content)])
            #expect(refused.status == 422)
            #expect(refused.fault(field) != nil)
            #expect(refused.text.contains("value=\"\(name)\""))
            #expect(try await stage.database.sql("select count(*) from app.draft_image") == "0")
        }
    }

    @Test func aPictureOrAnAssetAboveTheQuotaIsRefusedWithTheLimit() async throws {
        try await withConcertPages(limits: TenantLimits(storedBytes: 5)) { stage async throws in
            let picture = await stage.upload("/cms/pictures", [("name", "")], [("dot.png", Self.dot)])
            #expect(picture.status == 413)
            #expect(picture.fault("file")?.contains("the limit is 5 bytes") == true, "\(picture.text)")
            let assets = await stage.concert() + "/assets"
            let splash = ProgrammeFixture.png(width: 320, height: 480)
            let asset = await stage.upload(assets, [], [("Splash32.png", splash)])
            #expect(asset.status == 413 && asset.text.contains("the limit is 5 bytes"), "\(asset.text)")
            #expect(try await stage.database.sql("select count(*) from app.blob") == "0")
        }
    }

    @Test func severalUploadedPicturesAreStoredOnlyIfAllAreValid() async throws {
        try await withConcertPages { stage async throws in
            #expect(await stage.page("/cms/pictures").text.contains("type=\"file\" accept="))
            let refused = await stage.upload(
                "/cms/pictures", [("name", "")], [("one.png", Self.dot), ("two.jpg", Self.dot), ("one.PNG", Self.dot)])
            #expect(refused.status == 422)
            #expect(refused.fault("file")?.contains("two.jpg") == true)
            #expect(refused.fault("file")?.contains("another of the files already gets the name one.png") == true)
            #expect(try await stage.database.sql("select count(*) from app.draft_image") == "0")
            let files = [("one.png", Self.dot), ("two.png", ProgrammeFixture.png(width: 2, height: 2))]
            #expect(await stage.upload("/cms/pictures", [("name", "a.png")], files).fault("name") != nil)
            let stored = await stage.upload("/cms/pictures", [("name", "")], files)
            #expect(stored.location == "/cms/pictures?notice=picturesStored")
            let page = await stage.page("/cms/pictures")
            #expect(page.text.contains("<b>one.png</b>"))
            #expect(page.text.contains("<b>two.png</b>"))
        }
    }

    @Test func replacingAPictureMarksTheConcertsThatShowItAsChanged() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.upload("/cms/pictures", [], [("dot.png", Self.dot)])
            let concert = await stage.concert(pieces: 1)
            await stage.complete(try await stage.pieceIDs(concert)[0], note: "Look: $dot.png, A dot")
            #expect(await stage.publish(concert).notice == "published")
            #expect(await stage.page(concert).text.contains("<b class=\"tag good\">Published</b>"))
            let path = "/cms/pictures/dot.png"
            let same = await stage.upload(
                path, [("tag", await stage.page(path).tag(of: path))], [("a.png", Self.dot)])
            #expect(same.notice == "pictureStored")
            #expect(await stage.page(concert).text.contains("<b class=\"tag good\">Published</b>"))
            let new = ProgrammeFixture.png(width: 2, height: 2)
            _ = await stage.upload(path, [("tag", await stage.page(path).tag(of: path))], [("a.png", new)])
            #expect(await stage.page(concert).text.contains("Changed since publication"))
            #expect(await stage.publish(concert).notice == "published", "phones get the new picture")
        }
    }

    @Test func aNewPictureWithATakenNameIsRefused() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.upload("/cms/pictures", [], [("dot.png", Self.dot)])
            let refused = await stage.upload(
                "/cms/pictures", [], [("dot.png", ProgrammeFixture.png(width: 2, height: 2))])
            #expect(refused.status == 422)
            #expect(refused.fault("name")?.contains("another picture") == true)
        }
    }

    @Test func aPictureCanBeReplacedUnlessTheFormIsOutdated() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.upload("/cms/pictures", [], [("dot.png", Self.dot)])
            let path = "/cms/pictures/dot.png"
            let tag = await stage.page(path).tag(of: path)
            let new = ProgrammeFixture.png(width: 2, height: 2)
            let replaced = await stage.upload(path, [("tag", tag)], [("any.png", new)])
            #expect(replaced.notice == "pictureStored")
            #expect(await stage.page(path).text.contains("2 × 2"))
            let stale = await stage.upload(path, [("tag", tag)], [("any.png", Self.dot)])
            #expect(stale.status == 412)
            #expect(stale.text.contains("Somebody else replaced this picture"))
            #expect(await stage.upload(path, [("tag", stale.tag(of: path))], []).status == 422)
        }
    }

    @Test func thePageOfAPictureListsTheGlossaryTermsThatShowIt() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.upload("/cms/pictures", [], [("dot.png", Self.dot)])
            #expect(await stage.page("/cms/pictures/dot.png").text.contains("Not published"))
            try await stage.database.sql(
                """
                insert into app.glossary (tenant_id, content_digest) values (\(stage.here.id), sha256('x'));
                insert into app.glossary_item (tenant_id, name_key, position, name, category, description, history, image)
                values (\(stage.here.id), 'point', 1, 'Point', 'Form', 'A dot.', '', 'dot.png');
                """)
            let page = await stage.page("/cms/pictures/dot.png")
            #expect(page.text.contains("<li><a href=\"/cms/glossary/term?term=Point\">Point</a> in the glossary</li>"))
            #expect(!page.text.contains("Not published"), "phones have the picture of the glossary")
            #expect(page.text.contains("The picture cannot be deleted"))
        }
    }

    @Test func aPictureThatANoteShowsCannotBeDeleted() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.upload("/cms/pictures", [], [("dot.png", Self.dot)])
            let concert = await stage.concert(pieces: 1)
            let piece = try await stage.pieceIDs(concert)[0]
            await stage.complete(piece, note: "Look: $dot.png, A dot")
            let path = "/cms/pictures/dot.png"
            let page = await stage.page(path)
            #expect(page.text.contains("href=\"/cms/pieces/\(piece)?measure=1\""))
            #expect(page.text.contains("track The Music, measure 1: “A dot”"))
            let refused = await stage.post(path + "/delete", [("tag", page.tag(of: path + "/delete"))])
            #expect(refused.status == 409)
            #expect(refused.text.contains("First remove the picture from the notes"))
        }
    }

    @Test func aPictureThatNoNoteShowsCanBeDeleted() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.upload("/cms/pictures", [], [("dot.png", Self.dot)])
            let path = "/cms/pictures/dot.png"
            let tag = await stage.page(path).tag(of: path + "/delete")
            #expect(await stage.post(path + "/delete", [("tag", "old")]).status == 412)
            #expect(
                await stage.post(path + "/delete", [("tag", tag)]).location == "/cms/pictures?notice=pictureDeleted")
            #expect(await stage.page(path).status == 404)
        }
    }

    @Test func thePicturesOfAnotherTenantAreNotShown() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.upload("/cms/pictures", [], [("dot.png", Self.dot)])
            #expect(await stage.page("/cms/pictures", at: "there").text.contains("No pictures yet"))
            #expect(await stage.page("/cms/pictures/dot.png", at: "there").status == 404)
        }
    }

    @Test(arguments: [
        ("My photo (1).JPG", "My-photo-1.jpg"), ("été.png", "t.png"), ("x", "x"),
        (String(repeating: "a", count: 89) + " b.png", String(repeating: "a", count: 89) + ".png"),
    ])
    func aFileNameIsConvertedToASafePictureName(file: String, name: String) {
        #expect(PicturePageRoutes.name(ofFile: file) == name)
    }
}

@Suite struct AssetPageTests {
    private static let splash = ProgrammeFixture.png(width: 320, height: 480)

    @Test func theAssetPageListsTheFilesThatTheAppFetches() async throws {
        try await withConcertPages { stage async throws in
            #expect(await stage.page("/cms/assets").text.contains("No concerts yet"))
            let path = await stage.concert() + "/assets"
            #expect(await stage.page("/cms/assets").text.contains("href=\"\(path)\""))
            let page = await stage.page(path)
            for name in ["ProgramNotes.pdf", "AlbumHelp32.png", "SplashCut169.png", "glossary.xml"] {
                #expect(page.text.contains("<b>\(name)</b>"))
            }
            #expect(page.text.contains("0 of 13 app assets are present"))
            #expect(page.text.contains("Required: PNG, 320 × 480 pixels or a multiple"))
            #expect(page.text.contains("Required: PDF"))
        }
    }

    @Test func anEditorCanStoreAndRemoveAnAppAsset() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert() + "/assets"
            let one = path + "/Splash32.png"
            let tag = await stage.page(path).tag(of: one)
            let stored = await stage.upload(one, [("tag", tag)], [("any.png", Self.splash)])
            #expect(stored.location == "\(path)?notice=assetsStored")
            let page = await stage.page(path)
            #expect(page.text.contains("1 of 13 app assets are present"))
            #expect(page.text.contains("PNG, 320 × 480"))
            #expect(page.text.contains("src=\"/api/v1/admin/concerts/an-evening/assets/Splash32.png\""))
            #expect(await stage.upload(one, [("tag", tag)], [("any.png", Self.splash)]).status == 412)
            let removed = await stage.post(one + "/delete", [("tag", page.tag(of: one + "/delete"))])
            #expect(removed.location == "\(path)?notice=assetDeleted")
            #expect(await stage.page(path).text.contains("0 of 13"))
        }
    }

    @Test func theAssetPageMarksAnAssetOfAWrongSize() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert() + "/assets"
            _ = await stage.upload(path, [], [("Splash32.png", ProgrammeFixture.png(width: 500, height: 480))])
            #expect(await stage.page(path).text.contains("Wrong size"))
            _ = await stage.upload(path, [], [("Splash32.png", ProgrammeFixture.png(width: 640, height: 960))])
            #expect(!(await stage.page(path).text.contains("Wrong size")))
        }
    }

    @Test func severalUploadedAssetsAreStoredOnlyIfAllAreValid() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert() + "/assets"
            let notes = Array("%PDF-1.4\n%%EOF\n".utf8)
            let refused = await stage.upload(
                path, [],
                [
                    ("ProgramNotes.pdf", notes), ("splash32.png", Self.splash), ("Splash169.png", Array("no".utf8)),
                ])
            #expect(refused.status == 422)
            #expect(refused.text.contains("rename the file to Splash32.png"))
            #expect(refused.text.contains("Splash169.png is refused"))
            #expect(try await stage.database.sql("select count(*) from app.draft_asset") == "0")
            let stored = await stage.upload(path, [], [("ProgramNotes.pdf", notes), ("Splash32.png", Self.splash)])
            #expect(stored.notice == "assetsStored")
            #expect(await stage.page(path).text.contains("2 of 13"))
            #expect(await stage.upload(path, [], []).status == 422)
        }
    }

    @Test func theAssetsOfAnotherTenantAreNotShown() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert() + "/assets"
            #expect(await stage.page(path, at: "there").status == 404)
            #expect(await stage.post(path + "/Splash32.png/delete", [], at: "there").status == 404)
            #expect(await stage.post(path + "/Other.png/delete", []).status == 404)
        }
    }
}
