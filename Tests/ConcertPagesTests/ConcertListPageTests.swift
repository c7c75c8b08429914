import Testing
import Web
import WebTestSupport

@testable import ConcertPages

@Suite struct ConcertListPageTests {
    @Test func theSectionsOfTheConcertPagesAreConcertsGlossaryPicturesAndAssets() async throws {
        try await withConcertPages { stage async throws in
            let page = await stage.page("/cms").text
            let start = try #require(page.firstRange(of: "<nav class=\"parts\""))
            let end = try #require(page[start.upperBound...].firstRange(of: "</nav>"))
            let navigation = page[start.upperBound..<end.lowerBound]
            let links = navigation.matches(of: #/<a href="([^"]*)"/#).map { String($0.1) }
            #expect(links == ["/cms", "/cms/glossary", "/cms/pictures", "/cms/assets"])
            let titles = navigation.matches(of: #/>([^<>]+)</a>/#).map { String($0.1) }
            #expect(titles == ["Concerts", "Glossary", "Pictures", "App assets"])
        }
    }

    @Test func anEmptyConcertListLinksToTheFormForANewConcert() async throws {
        try await withConcertPages { stage async throws in
            let page = await stage.page("/cms")
            #expect(page.status == 200)
            #expect(page.text.contains("No concerts yet"))
            #expect(page.text.contains("href=\"/cms/new\""))
        }
    }

    @Test(arguments: ["/cms", "/cms/new", "/cms/glossary", "/cms/pictures", "/cms/assets"])
    func listenersAndOperatorsMayNotOpenTheConcertPages(path: String) async throws {
        try await withConcertPages { stage async throws in
            #expect(await stage.page(path, as: .listener).status == 403)
            #expect(await stage.page(path, as: .operator).status == 403)
            #expect(await stage.page(path, as: .admin).status == 200)
        }
    }

    @Test func aNewConcertGetsAShortNameFromItsTitle() async throws {
        try await withConcertPages { stage async throws in
            let made = await stage.post(
                "/cms/new",
                [("title", " Fate & Autumn "), ("date", "2027-01-31"), ("venue", "Town Hall"), ("slug", "")])
            #expect(made.status == 303)
            #expect(made.location == "/cms/concerts/fate-autumn?notice=created")
            let page = await stage.page("/cms")
            #expect(page.text.contains("Fate &amp; Autumn"))
            #expect(page.text.contains("Sunday 31 January 2027 · Town Hall"))
            #expect(try await stage.audit() == ["editor concert.create fate-autumn"])
        }
    }

    @Test func theFormKeepsTheTypedValuesOfARefusedConcert() async throws {
        try await withConcertPages { stage async throws in
            let refused = await stage.post(
                "/cms/new", [("title", ""), ("date", "2027-02-30"), ("venue", "Town Hall"), ("slug", "A B")])
            #expect(refused.status == 422)
            #expect(refused.fault("title")?.contains("line of text") == true)
            #expect(refused.fault("date")?.contains("calendar date") == true)
            #expect(refused.text.contains("value=\"Town Hall\""))
            #expect(refused.text.contains("value=\"A B\""))
            #expect(try await stage.database.sql("select count(*) from app.concert_draft") == "0")
        }
    }

    @Test(arguments: [("Ваня", "", "no letters from a to z"), ("Evening", "An Evening", "Write an-evening")])
    func aNewConcertWithAnInvalidShortNameIsRefused(title: String, slug: String, reason: String) async throws {
        try await withConcertPages { stage async throws in
            let refused = await stage.post("/cms/new", [("title", title), ("slug", slug)])
            #expect(refused.status == 422)
            #expect(refused.fault("slug")?.contains(reason) == true)
        }
    }

    @Test func theErrorOfATakenShortNameProposesAnotherShortName() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.concert()
            let refused = await stage.post("/cms/new", [("title", "An Evening"), ("date", "2028-01-31")])
            #expect(refused.status == 409)
            #expect(refused.fault("slug")?.contains("an-evening-2028") == true)
        }
    }

    @Test func theConcertListCanBeSearchedByTitleVenueAndDate() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.post("/cms/new", [("title", "Winter"), ("date", "2027-01-31"), ("venue", "Town Hall")])
            _ = await stage.post("/cms/new", [("title", "Summer"), ("date", "2027-07-01"), ("venue", "Castle")])
            for search in ["wint", "town%20hall", "2027-01"] {
                let page = await stage.page("/cms?search=\(search)")
                #expect(page.text.contains("Winter"))
                #expect(!page.text.contains("Summer"))
            }
            #expect(await stage.page("/cms?search=opera").text.contains("No concert matches"))
        }
    }

    @Test func theConcertListCanBeFilteredByState() async throws {
        try await withConcertPages { stage async throws in
            let published = try await stage.publishedConcert()
            _ = await stage.concert("A Draft")
            #expect(await stage.page("/cms?state=draft").text.contains("A Draft"))
            #expect(!(await stage.page("/cms?state=published").text.contains("A Draft")))
            #expect(await stage.page("/cms?state=published").text.contains("An Evening"))
            #expect(!(await stage.page("/cms?state=changed").text.contains("An Evening")))
            let tag = await stage.page(published).tag(of: published)
            _ = await stage.post(published, [("tag", tag), ("title", "Another Evening")])
            #expect(await stage.page("/cms?state=changed").text.contains("Another Evening"))
            try await stage.goOnAir()
            #expect(await stage.page("/cms?state=on-air").text.contains("Another Evening"))
            #expect(await stage.page("/cms?state=lost").status == 422)
        }
    }

    @Test func theConcertCalendarOpensAtTheMonthOfTheNextConcert() async throws {
        try await withConcertPages { stage async throws in
            _ = await stage.post("/cms/new", [("title", "Far"), ("date", "2099-02-28")])
            _ = await stage.post("/cms/new", [("title", "Undated")])
            let page = await stage.page("/cms?view=calendar")
            #expect(page.text.contains("February 2099"))
            #expect(page.text.contains("month=2099-03"))
            #expect(page.text.contains("Without a date"))
            #expect(await stage.page("/cms?view=calendar&month=2098-01").text.contains("No concerts in January 2098"))
            #expect(await stage.page("/cms?view=calendar&month=2098-13").status == 422)
        }
    }

    @Test func theConcertListShowsFiftyConcertsPerPage() async throws {
        try await withConcertPages { stage async throws in
            try await stage.database.sql(
                """
                insert into app.concert_draft (tenant_id, slug, title, held_on, is_changed)
                select \(stage.here.id), 'evening-' || lpad(n::text, 3, '0'), 'Evening ' || n, null, true
                  from generate_series(1, 60) n
                """)
            let first = await stage.page("/cms")
            #expect(first.text.contains("Evening 50<"))
            #expect(!first.text.contains("Evening 51<"))
            let cursor = ListCursor("edited-concerts", ["evening-050"]).description
            #expect(first.text.contains("cursor=\(cursor)"))
            let second = await stage.page("/cms?cursor=\(cursor)")
            #expect(second.text.contains("Evening 60<"))
            #expect(!second.text.contains("More concerts"))
        }
    }

    @Test func theConcertsOfAnotherTenantAreNotListed() async throws {
        try await withConcertPages { stage async throws in
            let path = await stage.concert()
            #expect(await stage.page("/cms", at: "there").text.contains("No concerts yet"))
            #expect(await stage.page(path, at: "there").status == 404)
        }
    }
}

@Suite struct CalendarMonthTests {
    @Test(arguments: [("2027-01-31", "January 2027", 31, 4), ("2028-02", "February 2028", 29, 1)])
    func theDaysAndTheFirstWeekdayOfAMonthAreFound(text: String, title: String, days: Int, firstColumn: Int) throws {
        let month = try #require(CalendarMonth(text))
        #expect(month.title == title)
        #expect(month.days.count == days)
        #expect(month.firstColumn == firstColumn)
    }

    @Test(arguments: [
        "2027", "2027-13", "2027-00", "27-01", "2027-1", "x-01", "+027-01", "2027-+1", "1969-12", "9999-01",
        "2027-02-29",
        "2027-01-x", "2027-01-", "2027-01-1",
    ])
    func anInvalidCalendarMonthIsRefused(text: String) {
        #expect(CalendarMonth(text) == nil)
    }

    @Test func januaryFollowsDecemberOfTheYearBefore() throws {
        let december = try #require(CalendarMonth("2026-12"))
        #expect(december.next.description == "2027-01")
        #expect(december.next.previous == december)
    }
}
