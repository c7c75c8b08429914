import HTTP
import Testing
import Web
import WebTestSupport

@testable import ConcertPages

@Suite struct GlossaryPageTests {
    private static let fugue = [
        ("name", "Fugue"), ("category", "Forms"), ("description", "A piece in which voices follow each other."),
    ]

    private func add(_ stage: RouteStage, _ name: String, _ category: String = "Forms") async {
        _ = await stage.post(
            "/cms/glossary/term", [("name", name), ("category", category), ("description", "About \(name).")])
    }

    @Test func anEmptyGlossaryLinksToTheImport() async throws {
        try await withConcertPages { stage async throws in
            let page = await stage.page("/cms/glossary")
            #expect(page.text.contains("No terms yet"))
            #expect(page.text.contains("href=\"/cms/glossary/import\""))
        }
    }

    @Test func anEditorCanAddChangeAndDeleteAGlossaryTerm() async throws {
        try await withConcertPages { stage async throws in
            let added = await stage.post("/cms/glossary/term", Self.fugue)
            #expect(added.location == "/cms/glossary?notice=termAdded")
            let page = await stage.page("/cms/glossary/term?term=fugue")
            #expect(page.text.contains("voices follow each other"))
            let tag = page.tag(of: "/cms/glossary/term")
            let known = [("term", "Fugue"), ("tag", tag)]
            let changed = await stage.post(
                "/cms/glossary/term",
                known + [("name", "Fuga"), ("category", "Forms"), ("description", "Line one\r\n  and two.")])
            #expect(changed.notice == "termSaved")
            #expect(
                try await stage.database.sql("select name, description from app.glossary_item")
                    == "Fuga|Line one and two.")
            let fresh = await stage.page("/cms/glossary/term?term=Fuga").tag(of: "/cms/glossary/term/delete")
            let deleted = await stage.post("/cms/glossary/term/delete", [("term", "Fuga"), ("tag", fresh)])
            #expect(deleted.notice == "termDeleted")
            #expect(await stage.page("/cms/glossary/term?term=Fuga").status == 404)
        }
    }

    @Test func aGlossaryTermMayContainASlash() async throws {
        try await withConcertPages { stage async throws in
            await add(stage, "rit./rall.")
            let list = await stage.page("/cms/glossary")
            #expect(list.text.contains("/cms/glossary/term?term=rit.%2Frall."))
            #expect(await stage.page("/cms/glossary/term?term=rit.%2Frall.").status == 200)
        }
    }

    @Test func theFormKeepsTheTypedValuesOfARefusedTerm() async throws {
        try await withConcertPages { stage async throws in
            await add(stage, "Fugue")
            let refused = await stage.post(
                "/cms/glossary/term",
                [("name", "FUGUE"), ("category", ""), ("description", "Voices."), ("image", "a b.png")])
            #expect(refused.status == 422)
            #expect(refused.fault("name")?.contains("the term \"Fugue\"") == true)
            #expect(refused.fault("category")?.contains("empty") == true)
            #expect(refused.fault("image") != nil)
            #expect(refused.text.contains(">Voices.</textarea>"))
        }
    }

    @Test func anOutdatedChangeOfATermIsSavedOnlyWhenItIsSentAgain() async throws {
        try await withConcertPages { stage async throws in
            await add(stage, "Fugue")
            let path = "/cms/glossary/term"
            let tag = await stage.page("\(path)?term=Fugue").tag(of: path)
            func save(_ tag: String, _ description: String) async -> StageAnswer {
                await stage.post(
                    path,
                    [
                        ("term", "Fugue"), ("tag", tag), ("name", "Fugue"), ("category", "Forms"),
                        ("description", description),
                    ])
            }
            #expect(await save(tag, "Theirs").status == 303)
            let stale = await save(tag, "Mine")
            #expect(stale.status == 412)
            #expect(stale.text.contains("“Theirs”"))
            #expect(stale.text.contains(">Mine</textarea>"))
            #expect(await save(stale.tag(of: path), "Mine").status == 303)
            #expect(await stage.post(path + "/delete", [("term", "Fugue"), ("tag", tag)]).status == 412)
        }
    }

    @Test func theGlossaryCanBeSearchedAndFilteredByCategory() async throws {
        try await withConcertPages { stage async throws in
            await add(stage, "Fugue")
            await add(stage, "Violin", "Instruments")
            #expect(await stage.page("/cms/glossary?category=Instruments").text.contains("Violin"))
            #expect(!(await stage.page("/cms/glossary?category=Instruments").text.contains(">Fugue<")))
            #expect(await stage.page("/cms/glossary?search=about%20fug").text.contains("Fugue"))
            #expect(await stage.page("/cms/glossary?search=F%C3%9AGUE").text.contains(">Fugue<"))
            #expect(await stage.page("/cms/glossary?search=horn").text.contains("No term matches"))
        }
    }

    @Test func theGlossaryShowsAHundredTermsPerPage() async throws {
        try await withConcertPages { stage async throws in
            let table = (100..<250).map { "Term \($0),Forms,About it." }.joined(separator: "\n")
            try await importing(stage, "name,category,description\n" + table, "merge")
            let first = await stage.page("/cms/glossary")
            #expect(first.text.contains("Terms 1 to 100 of 150"))
            #expect(first.text.contains("start=100"))
            let second = await stage.page("/cms/glossary?start=100")
            #expect(second.text.contains("Term 249"))
            #expect(second.text.contains("Terms 101 to 150 of 150"))
        }
    }

    // MARK: Tables

    private static let path = "/cms/glossary/import"

    private func trying(_ stage: RouteStage, _ csv: String, _ mode: String = "merge") async -> StageAnswer {
        await stage.upload(Self.path, [("mode", mode)], [("glossary.csv", Array(csv.utf8))])
    }

    /// Tries a table and confirms it.
    private func importing(_ stage: RouteStage, _ csv: String, _ mode: String) async throws {
        let tried = await trying(stage, csv, mode)
        #expect(tried.status == 200)
        // The second form of the page tries another table.
        let tag = try #require(
            tried.text.firstMatch(of: #/name="tag" value="([^"]*)"/#)?.1.replacing("&quot;", with: "\""))
        let done = await stage.upload(Self.path, [("mode", mode), ("tag", String(tag)), ("text", csv)])
        #expect(done.location == "/cms/glossary?notice=termsImported")
    }

    @Test func aPreviewOfAnImportedTableDoesNotChangeTheGlossary() async throws {
        try await withConcertPages { stage async throws in
            await add(stage, "Fugue")
            let tried = await trying(
                stage, "name,category,description\nfugue,Forms,New text.\nViolin,Instruments,\"Strings, and a bow.\"\n")
            #expect(tried.status == 200)
            #expect(tried.text.contains("<dt>Terms to add</dt><dd>1 term: Violin"))
            #expect(tried.text.contains("<dt>Terms to change</dt><dd>1 term: fugue"))
            #expect(tried.text.contains("<dt>Terms to delete</dt><dd>None"))
            #expect(try await stage.database.sql("select count(*) from app.glossary_item") == "1")
        }
    }

    @Test func importingATableKeepsTheStoredValuesOfMissingColumns() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.post("/cms/glossary/term", Self.fugue + [("history", "Old."), ("source", "A book")])
            try await importing(stage, "category,name,description\nForms,Fugue,New text.\n", "merge")
            #expect(
                try await stage.database.sql("select name, description, history, source from app.glossary_item")
                    == "Fugue|New text.|Old.|A book")
        }
    }

    @Test func importingATableCanReplaceTheWholeGlossary() async throws {
        try await withConcertPages { stage async throws in
            await add(stage, "Fugue")
            let tried = await trying(stage, "name,category,description\nViolin,Instruments,Strings.\n", "replace")
            #expect(tried.text.contains("<dt>Terms to delete</dt><dd>1 term: Fugue"))
            try await importing(stage, "name,category,description\nViolin,Instruments,Strings.\n", "replace")
            #expect(try await stage.database.sql("select name from app.glossary_item") == "Violin")
        }
    }

    @Test func theErrorsOfAnImportedTableAreShownByLine() async throws {
        try await withConcertPages { stage async throws in
            let refused = await trying(
                stage, "name,category,description\n,Forms,x\nFugue,Forms\nFuga,Forms,x\nFUGA,Forms,y\n\"open,a,b\n")
            #expect(refused.status == 422)
            for line in 2...6 where line != 4 { #expect(refused.text.contains(">\(line)</th>"), "\(line)") }
            #expect(refused.text.contains("is also on line 4"))
            #expect(!refused.text.contains("name=\"text\""))
            #expect(try await stage.database.sql("select count(*) from app.glossary_item") == "0")
        }
    }

    @Test(arguments: ["", "term;category\n", "name,name,category,description\n", "name,category,description\n"])
    func anImportedTableWithoutTermsIsRefused(csv: String) async throws {
        try await withConcertPages { stage async throws in
            #expect(await trying(stage, csv).status == 422)
        }
    }

    @Test func aTableImportIsRefusedIfTheGlossaryChangedAfterThePreview() async throws {
        try await withConcertPages { stage async throws in
            let csv = "name,category,description\nViolin,Instruments,Strings.\n"
            let tried = await trying(stage, csv)
            let tag = try #require(tried.text.firstMatch(of: #/name="tag" value="([^"]*)"/#)?.1)
            await add(stage, "Fugue")
            let stale = await stage.upload(
                Self.path, [("mode", "merge"), ("tag", String(tag).replacing("&quot;", with: "\"")), ("text", csv)])
            #expect(stale.status == 412)
            #expect(stale.text.contains("somebody else changed the glossary"))
            #expect(try await stage.database.sql("select name from app.glossary_item") == "Fugue")
        }
    }

    @Test func anExportedGlossaryCanBeImportedWithoutAChange() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.post(
                "/cms/glossary/term",
                [("name", "=sum"), ("category", "Signs, odd"), ("description", "A \"quoted\" text."), ("source", "-x")])
            await add(stage, "Fugue")
            let table = await stage.page("/cms/glossary/terms.csv")
            #expect(table.fields["Content-Type"]?.hasPrefix("text/csv") == true)
            #expect(table.text.contains("'=sum"))
            let again = await trying(stage, table.text, "replace")
            #expect(again.text.contains("There is nothing to import"))
        }
    }

    // MARK: Report

    @Test func theGlossaryReportNamesCommonOverlappingAndSimilarTerms() async throws {
        try await withConcertPages { stage async throws in
            for name in ["The", "Sonata", "Sonata form", "Fugue", "Fugues", "Allegro"] { await add(stage, name) }
            let path = await stage.concert(pieces: 1)
            await stage.complete(try await stage.pieceIDs(path)[0], note: "The sonata begins.")
            let page = await stage.page("/cms/glossary/report")
            #expect(page.text.contains("term=The\">The</a>"))
            #expect(page.text.contains("1 of 1 (100 %)"))
            #expect(page.text.contains("“Sonata form” contains “Sonata”"))
            #expect(page.text.contains("spelt nearly the same"))
            #expect(!page.text.contains("term=Allegro"))
            #expect(await stage.page("/cms/glossary/report?concert=lost").status == 404)
        }
    }

    @Test func theGlossaryOfAnotherTenantIsNotShown() async throws {
        try await withConcertPages { stage async throws in
            await add(stage, "Fugue")
            #expect(await stage.page("/cms/glossary", at: "there").text.contains("No terms yet"))
            #expect(await stage.page("/cms/glossary/term?term=Fugue", at: "there").status == 404)
            #expect(await stage.post("/cms/glossary/term", Self.fugue, as: .operator).status == 403)
        }
    }
}
