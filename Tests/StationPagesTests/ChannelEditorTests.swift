import HTTP
import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct ChannelEditorTests {
    private static let typed = [
        ("slug", "one"), ("name", "Channel One"), ("description", "Words"), ("timeZone", "Europe/Prague"),
        ("number", "7"),
        ("rows/numbers", "2"), ("numbers/0/platform", "ios"), ("numbers/0/number", "12"), ("numbers/1/platform", ""),
        ("rows/bearers", "2"), ("bearers/0/uri", "fm:ce1.c479.09580"), ("bearers/0/purpose", "live"),
        ("bearers/0/offsetMs", "1.5"), ("bearers/1/uri", ""), ("skipPolicy/isRestricted", "yes"),
        ("skipPolicy/back", "2"),
        ("skipPolicy/windowMs", "30"), ("liveDelayMs", "4.5"), ("isActive", "yes"),
    ]

    @Test func aChannelCreatedByTheFormIsStoredWithItsFields() async throws {
        try await withStation { (stage, _) async throws in
            let news = try await stage.made("categories", #"{"name": "News"}"#)
            let talk = try await stage.made("categories", #"{"name": "Talk"}"#)
            let made = await stage.post(
                "/station/channels",
                Self.typed + [("categories", news), ("categories", talk), ("first/categories", talk)])
            #expect(made.status == 303)
            #expect(made.location == "/station/channels/\(made.made)?notice=made")
            let channel = await stage.send(.get, "/api/v1/admin/channels/\(made.made)", as: .programmer)
            #expect(channel["name"] as? String == "Channel One")
            #expect(channel["number"] as? Int == 7)
            #expect(channel.objects("numbers").first?["platform"] as? String == "ios")
            #expect(channel.objects("numbers").count == 1)
            #expect(channel["categories"] as? [String] == [talk, news])
            #expect(channel.objects("bearers").first?["offsetMs"] as? Int == 1500)
            #expect(channel["liveDelayMs"] as? Int == 4500)
            let policy = channel["skipPolicy"] as? [String: Any]
            #expect(policy?["isRestricted"] as? Bool == true)
            #expect(policy?["windowMs"] as? Int == 1_800_000)
            #expect(try await stage.audit().last == "programmer channel.create \(made.made)")
        }
    }

    @Test func savingAnUneditedChannelChangesNothing() async throws {
        try await withStation { (stage, _) async throws in
            let made = await stage.post("/station/channels", Self.typed)
            let path = "/station/channels/\(made.made)"
            let page = await stage.page(path + "?notice=made")
            #expect(page.status == 200)
            #expect(page.value("name") == "Channel One")
            #expect(page.value("bearers/0/uri") == "fm:ce1.c479.09580")
            #expect(page.value("bearers/0/offsetMs") == "1.5")
            #expect(page.value("skipPolicy/windowMs") == "30")
            #expect(page.text.contains("The channel has been created."))
            #expect(page.text.contains("href=\"\(path)/week\""))
            let before = try await stage.audit().count
            #expect(await stage.post(path, Self.typed + [("tag", page.tag)]).status == 303)
            #expect(try await stage.audit().count == before, "saving equal content is not a change")
        }
    }

    @Test func errorsInTheChannelFormAreShownAtTheirFieldsWithTheTypedValues() async throws {
        try await withStation { (stage, _) async throws in
            let answer = await stage.post(
                "/station/channels",
                [
                    ("slug", "Not A Slug"), ("name", ""), ("timeZone", "Europe/Prague"), ("number", "many"),
                    ("rows/bearers", "1"), ("bearers/0/uri", "no <uri>"), ("skipPolicy/back", "9999"),
                    ("skipPolicy/windowMs", "0.5"), ("liveDelayMs", "601"),
                ])
            #expect(answer.status == 422)
            #expect(answer.fault("slug") != nil)
            #expect(answer.fault("name") != nil)
            #expect(answer.fault("number")?.hasPrefix("This must be a whole number, found ") == true)
            #expect(answer.fault("bearers-0-uri") != nil)
            #expect(answer.fault("skipPolicy-back") != nil)
            #expect(answer.fault("skipPolicy-windowMs") == "This must be from 1 min to 24 h, found 30 s.")
            #expect(answer.fault("liveDelayMs") == "This must be from 0 s to 10 min, found 10 min 1 s.")
            #expect(answer.text.contains(">Live delay must be from 0 s to 10 min, found 10 min 1 s</a>"))
            #expect(answer.text.contains(">Bearers 1 address "))
            #expect(answer.value("slug") == "Not A Slug")
            #expect(answer.value("number") == "many")
            #expect(answer.text.contains("value=\"no &lt;uri&gt;\""))
            #expect(try await stage.audit().isEmpty)
        }
    }

    @Test func anUnknownTimeZoneOfAChannelIsReportedAtItsField() async throws {
        try await withStation { (stage, _) async throws in
            let answer = await stage.post(
                "/station/channels", [("slug", "one"), ("name", "One"), ("timeZone", "Nowhere/Never")])
            #expect(answer.status == 422)
            #expect(answer.fault("timeZone")?.contains("IANA time zone") == true)
        }
    }

    @Test func theErrorForAnInvalidShortNameQuotesTheTypedText() async throws {
        try await withStation { (stage, _) async throws in
            let answer = await stage.post(
                "/station/channels", [("slug", "my slug"), ("name", "One"), ("timeZone", "UTC")])
            #expect(answer.fault("slug")?.contains("my slug") == true, "\(answer.fault("slug") ?? "no fault")")
        }
    }

    @Test func aTakenSlugOfAChannelIsReportedAtItsField() async throws {
        try await withStation { (stage, _) async throws in
            _ = await stage.post("/station/channels", Self.typed)
            let answer = await stage.post("/station/channels", [("slug", "one"), ("name", "Two"), ("timeZone", "UTC")])
            #expect(answer.status == 409)
            #expect(answer.fault("slug") == "Another channel already has this short name: choose another short name.")
            #expect(
                answer.text.contains(
                    "<li><a href=\"#slug\">Another channel already has this short name: choose another short name.</a></li>"
                ))
            #expect(answer.value("name") == "Two")
        }
    }

    @Test func anOutdatedChangeOfAChannelIsSavedOnlyWhenItIsSentAgain() async throws {
        try await withStation { (stage, _) async throws in
            let made = await stage.post("/station/channels", Self.typed)
            let path = "/station/channels/\(made.made)"
            let page = await stage.page(path)
            func save(_ name: String, _ tag: String) async -> StageAnswer {
                await stage.post(path, [("slug", "one"), ("name", name), ("timeZone", "UTC"), ("tag", tag)])
            }
            #expect(await save("Theirs", page.tag).status == 303)
            let second = await save("Mine", page.tag)
            #expect(second.status == 412)
            #expect(second.text.contains("This channel has changed since you opened it"))
            #expect(second.value("name") == "Mine")
            #expect(await stage.page(path).value("name") == "Theirs")
            #expect(await save("Mine", second.tag).status == 303)
            #expect(await save("Without", "").status == 412, "a form without an entity tag is refused")
        }
    }

    @Test func theSummaryOfErrorsInTheChannelFormLinksToTheFields() async throws {
        try await withStation { (stage, _) async throws in
            let answer = await stage.post(
                "/station/channels", [("slug", "Not A Slug"), ("name", ""), ("timeZone", "UTC")])
            #expect(answer.text.contains("<li><a href=\"#slug\">Short name "))
            #expect(answer.text.contains("<li><a href=\"#name\">Name "))
        }
    }

    /// The browser's colour picker has no empty value: a checkbox means no colour, unless a colour is picked nevertheless.
    @Test(arguments: [
        ("#808080", "#808080", true, nil), ("#ed2e38", "#808080", true, "#ed2e38"),
        ("#ed2e38", "#ed2e38", true, nil), ("#ed2e38", "#ed2e38", false, "#ed2e38"),
    ])
    func theNoColourBoxClearsTheColourUnlessAColourIsPicked(picked: String, shown: String, isNone: Bool, kept: String?)
        async throws
    {
        try await withStation { (stage, _) async throws in
            let fields =
                Self.typed + [("colour", picked), ("shown/colour", shown)] + (isNone ? [("none/colour", "yes")] : [])
            let made = await stage.post("/station/channels", fields)
            let channel = await stage.send(.get, "/api/v1/admin/channels/\(made.made)", as: .programmer)
            #expect(channel["colour"] as? String == kept)
            let page = await stage.page("/station/channels/\(made.made)")
            #expect(page.text.contains("name=\"none/colour\" value=\"yes\" checked") == (kept == nil))
            #expect(page.text.contains("<input id=\"colour\" name=\"colour\" type=\"color\""))
        }
    }

    @Test func theChannelFormSuggestsTimeZonesAndLanguages() async throws {
        try await withStation { (stage, _) async throws in
            let page = await stage.page("/station/channels/new")
            #expect(page.text.contains("list=\"timeZone-list\"") && page.text.contains("<option>Europe/Prague"))
            #expect(page.text.contains("list=\"language-list\"") && page.text.contains("<option value=\"cs\">Czech"))
        }
    }

    @Test func theChannelPageShowsAChartOfTheSongsPlayedPerDay() async throws {
        try await withStation { (stage, _) async throws in
            let made = await stage.post("/station/channels", Self.typed)
            let path = "/station/channels/\(made.made)"
            #expect(!(await stage.page(path).text.contains("Songs played per day")), "no chart without plays")
            try await stage.database.sql(
                """
                insert into app.cut (tenant_id, channel_id, starts_at, title, is_music)
                select \(stage.here.id), \(made.made), now() - n * interval '1 minute', 'Song', n <= 3
                  from generate_series(1, 5) as n
                """)
            let page = await stage.page(path)
            #expect(page.text.contains("aria-label=\"Songs played per day: total 3, "))
            #expect(page.text.matches(of: /<th scope="row" role="rowheader">\d+ \w+<\/th>/).count == 14)
        }
    }

    @Test func theConfirmationOfAChannelsDeletionListsTheLosses() async throws {
        try await withStation { (stage, _) async throws in
            let made = await stage.post("/station/channels", Self.typed)
            let (path, key) = ("/station/channels/\(made.made)", try #require(Int64(made.made)))
            let show = try await stage.database.show("Talk", on: [key], in: stage.here)
            try await stage.database.airing(
                of: show, on: key, from: "2099-06-15T12:00:00Z", to: "2099-06-15T13:00:00Z", in: stage.here)
            let page = await stage.page(path)
            #expect(page.asks(before: path + "/delete"))
            #expect(page.text.contains("1 future broadcast is deleted."))
            #expect(page.text.contains("1 show is removed from this channel"))
            #expect(await stage.post(path + "/delete", [("tag", "\"old\"")]).status == 412)
            let gone = await stage.post(path + "/delete", [("tag", page.tag)])
            #expect(gone.location == "/station?notice=deleted")
            #expect(await stage.page(path).status == 404)
        }
    }

    @Test(arguments: ["", "/delete", "/art/removal"])
    func aChannelOfAnotherTenantIsNotFound(action: String) async throws {
        try await withStation { (stage, _) async throws in
            let made = await stage.post("/station/channels", Self.typed)
            let path = "/station/channels/\(made.made)"
            #expect(await stage.page(path, at: "there").status == 404)
            #expect(await stage.post(path + action, Self.typed + [("tag", "*")], at: "there").status == 404)
            #expect(await stage.page(path).status == 200)
        }
    }

    @Test(arguments: [Role.listener, .editor, .operator])
    func listenersEditorsAndOperatorsCannotUseTheStationPages(role: Role) async throws {
        try await withStation { (stage, _) async throws in
            for path in [
                "/station", "/station/channels/new", "/station/shows", "/station/people", "/station/categories",
                "/station/lists", "/station/genres", "/station/topics",
            ] {
                #expect(await stage.page(path, as: role).status == 403, "\(path)")
            }
            #expect(await stage.post("/station/channels", Self.typed, as: role).status == 403)
            #expect(await stage.page("/station", as: nil).status == 303, "a visitor is redirected to sign in")
        }
    }

    @Test func thePictureOfAChannelCanBeSetDescribedAndRemoved() async throws {
        try await withStation { (stage, _) async throws in
            let made = await stage.post("/station/channels", Self.typed)
            let path = "/station/channels/\(made.made)"
            let png = ProgrammeFixture.png(width: 30, height: 20) + [0, 0, 0, 0]
            var page = await stage.page(path)
            let bad = await stage.upload(path + "/art", [("tag", page.tag)], ("a.png", Array("no picture".utf8)))
            #expect(bad.status == 415)
            let none = await stage.upload(path + "/art", [("tag", page.tag)], nil)
            #expect(none.status == 422)
            #expect(none.fault("art-picture") != nil)
            #expect(try await stage.database.sql("select count(*) from app.art").filter(\.isNumber) == "0")
            let old = await stage.upload(path + "/art", [("tag", "\"old\"")], ("a.png", png))
            #expect(old.status == 412)
            #expect(
                try await stage.database.sql("select count(*) from app.art").filter(\.isNumber) == "0",
                "the picture is deleted")
            #expect(
                await stage.upload(path + "/art", [("tag", page.tag), ("alt", "A mast")], ("a.png", png)).status == 303)
            page = await stage.page(path)
            #expect(page.text.contains("<img src=\"/api/v1/art/"))
            #expect(page.text.contains("A mast"))
            #expect(await stage.upload(path + "/art", [("tag", page.tag), ("alt", "The mast")], nil).status == 303)
            page = await stage.page(path)
            #expect(page.text.contains("The mast"))
            // The main form does not change the picture.
            #expect(await stage.post(path, Self.typed + [("tag", page.tag)]).status == 303)
            page = await stage.page(path)
            #expect(page.text.contains("The mast"))
            #expect(page.asks(before: path + "/art/removal"))
            #expect(await stage.post(path + "/art/removal", [("tag", page.tag)]).status == 303)
            #expect(await stage.page(path).text.contains("No picture: apps show the default picture."))
            #expect(try await stage.database.sql("select count(*) from app.art").filter(\.isNumber) == "0")
        }
    }
}
