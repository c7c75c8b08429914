import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct EpisodePagesTests {
    @Test func theDateOfAnEpisodeIsInTheTimeZoneOfTheStation() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            let serial = await stage.post(
                "/station/shows/\(show)/serials", [("show", "\(show)"), ("title", "The serial"), ("totalParts", "3")])
            #expect(serial.status == 303 && serial.location.hasPrefix("/station/serials/"))
            let form = await stage.page("/station/shows/\(show)/episodes/new")
            #expect(form.value("show") == "\(show)")
            #expect(form.text.contains("<option value=\"\(serial.made)\">The serial</option>"))
            let made = await stage.post(
                "/station/shows/\(show)/episodes",
                [
                    ("show", "\(show)"), ("serial", serial.made), ("title", "Part one"), ("part", "1"),
                    ("publishedAt", "2026-05-01T19:30"),
                ])
            #expect(made.status == 303)
            let episode = await stage.send(.get, "/api/v1/admin/episodes/\(made.made)", as: .programmer)
            #expect(episode["serial"] as? String == serial.made)
            let clock = StationClock(name: stage.here.timeZone)
            #expect(episode["publishedAt"] as? String == clock.instant("2026-05-01T19:30")?.description)
            let page = await stage.page("/station/episodes/\(made.made)")
            #expect(page.value("publishedAt") == "2026-05-01T19:30")
            #expect(page.text.contains("href=\"/station/shows/\(show)\""))
        }
    }

    @Test func aSerialOfOnePartIsCountedInTheSingular() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            for parts in ["1", "3"] {
                _ = await stage.post(
                    "/station/shows/\(show)/serials",
                    [("show", "\(show)"), ("title", "Serial \(parts)"), ("totalParts", parts)])
            }
            let page = await stage.page("/station/shows/\(show)")
            #expect(page.text.contains("<p>1 part</p>"))
            #expect(page.text.contains("<p>3 parts</p>"))
        }
    }

    @Test func aShowWithoutEpisodesOrSerialsLinksToTheirForms() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            let page = await stage.page("/station/shows/\(show)")
            for (title, list) in [("No episodes yet", "episodes"), ("No serials yet", "serials")] {
                #expect(page.text.contains("<strong>\(title)</strong>"), "\(list)")
                #expect(page.text.contains("href=\"/station/shows/\(show)/\(list)/new\""), "\(list)")
            }
            let episode = try await stage.database.episode("One", of: show, in: stage.here)
            let recordings = await stage.page("/station/episodes/\(episode)")
            #expect(recordings.text.contains("<strong>Not available on demand</strong>"))
            #expect(recordings.text.contains("href=\"/station/episodes/\(episode)/versions/new\""))
        }
    }

    @Test func anEpisodeWithoutAPictureIsListedWithThePictureOfTheShow() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            let episode = try await stage.database.episode("One", of: show, in: stage.here)
            let ofShow = try await stage.picture(of: "app.show", "show_id", show)
            let row = "class=\"art\" src=\""
            #expect(await stage.page("/station/shows/\(show)").text.contains(row + ofShow))
            let own = try await stage.picture(of: "app.episode", "episode_id", episode)
            #expect(await stage.page("/station/shows/\(show)").text.contains(row + own))
        }
    }

    @Test func anInvalidDateOfAnEpisodeIsReportedAtItsField() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            let answer = await stage.post(
                "/station/shows/\(show)/episodes", [("show", "\(show)"), ("title", ""), ("publishedAt", "yesterday")])
            #expect(answer.status == 422)
            let reason = "must be a date and time that exists in the time zone "
            #expect(answer.fault("publishedAt")?.contains(reason) == true)
            #expect(answer.fault("title") != nil, "one response names all faults")
            #expect(answer.value("publishedAt") == "yesterday")
        }
    }

    @Test func anEpisodeCannotMoveToAnotherShow() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            let other = try await stage.database.show("Other", in: stage.here)
            let episode = try await stage.database.episode("One", of: show, in: stage.here)
            let answer = await stage.post(
                "/station/episodes/\(episode)", [("show", "\(other)"), ("title", "One"), ("tag", "*")])
            #expect(answer.status == 422)
            #expect(answer.fault("show") != nil)
        }
    }

    @Test func anOnDemandRecordingCanBeAddedAndIsMarkedWhenItExpires() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            let episode = try await stage.database.episode("One", of: show, in: stage.here)
            let list = "/station/episodes/\(episode)/versions"
            #expect(await stage.page(list + "/new").value("availableFrom").hasPrefix("2026-06-15T"))
            let wrong = await stage.post(
                list,
                [
                    ("availableFrom", "2026-06-02T10:00"), ("availableUntil", "2026-06-01T10:00"), ("rows/media", "1"),
                    ("media/0/url", "nothing"),
                ])
            #expect(wrong.status == 422)
            #expect(wrong.fault("media-0-url") != nil)
            let made = await stage.post(
                list,
                [
                    ("availableFrom", "2026-06-01T10:00"), ("availableUntil", "2026-07-01T10:00"),
                    ("durationMs", "58:30"),
                    ("isDownloadable", "yes"), ("rows/media", "2"), ("media/0/url", "https://radio.example/a.mp3"),
                    ("media/0/purpose", "stream"), ("media/0/mediaType", "audio/mpeg"), ("media/1/url", ""),
                ])
            #expect(made.status == 303)
            let version = await stage.send(
                .get, "/api/v1/admin/episodes/\(episode)/versions/\(made.made)", as: .programmer)
            #expect(version["durationMs"] as? Int == 3_510_000)
            #expect(version.objects("media").first?["url"] as? String == "https://radio.example/a.mp3")
            #expect(await stage.page("/station/episodes/\(episode)").text.contains("<b class=\"tag on\">on demand</b>"))
            stage.clock.advance(seconds: 60 * 86_400)
            #expect(await stage.page("/station/episodes/\(episode)").text.contains("<b class=\"tag bad\">expired</b>"))
            let page = await stage.page("\(list)/\(made.made)")
            #expect(page.text.contains("<h1>On demand from 1 June 2026, "))
            #expect(page.value("durationMs") == "58:30")
            let gone = await stage.post("\(list)/\(made.made)/delete", [("tag", page.tag)])
            #expect(gone.location == "/station/episodes/\(episode)?notice=deleted")
        }
    }

    @Test func theRecordingFormOffersOnlyBroadcastsOfItsShow() async throws {
        try await withStation { (stage, _) async throws in
            let channel = try await stage.database.channel("kan", in: stage.here)
            let show = try await stage.database.show("Talk", on: [channel], in: stage.here)
            let other = try await stage.database.show("Other", on: [channel], in: stage.here)
            let episode = try await stage.database.episode("One", of: show, in: stage.here)
            let mine = try await stage.database.airing(
                of: show, on: channel, from: "2026-06-01T11:00:00Z", to: "2026-06-01T12:00:00Z", in: stage.here)
            let foreign = try await stage.database.airing(
                of: other, on: channel, from: "2026-06-01T12:00:00Z", to: "2026-06-01T13:00:00Z", in: stage.here)
            let list = "/station/episodes/\(episode)/versions"
            let form = await stage.page(list + "/new")
            #expect(form.text.contains("<option value=\"\(mine)\">1 June 2026, 11:00, Kan</option>"))
            #expect(!form.text.contains("<option value=\"\(foreign)\">"))
            let made = await stage.post(list, [("availableFrom", "2026-06-01T13:00"), ("airing", "\(mine)")])
            #expect(await stage.page("\(list)/\(made.made)").text.contains("<option value=\"\(mine)\" selected>"))
        }
    }

    @Test func episodesOfAnotherTenantAreNotFound() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            let episode = try await stage.database.episode("One", of: show, in: stage.here)
            let version = try await stage.database.version(of: episode, from: "2026-06-01T10:00:00Z", in: stage.here)
            for path in [
                "/station/shows/\(show)", "/station/shows/\(show)/episodes/new", "/station/shows/\(show)/serials/new",
                "/station/episodes/\(episode)", "/station/episodes/\(episode)/versions/new",
                "/station/episodes/\(episode)/versions/\(version)",
            ] {
                #expect(await stage.page(path).status == 200, "\(path)")
                #expect(await stage.page(path, at: "there").status == 404, "\(path)")
            }
            let made = await stage.post(
                "/station/shows/\(show)/episodes", [("show", "\(show)"), ("title", "Mine")], at: "there")
            #expect(made.status == 404)
        }
    }

    @Test func deletingAnEpisodeNamesTheLossesAndReturnsToTheShow() async throws {
        try await withStation { (stage, _) async throws in
            let show = try await stage.database.show("Talk", in: stage.here)
            let episode = try await stage.database.episode("One", of: show, in: stage.here)
            try await stage.database.version(of: episode, from: "2026-06-01T10:00:00Z", in: stage.here)
            let page = await stage.page("/station/episodes/\(episode)")
            #expect(page.text.contains("1 on-demand recording is deleted."))
            let gone = await stage.post("/station/episodes/\(episode)/delete", [("tag", page.tag)])
            #expect(gone.location == "/station/shows/\(show)?notice=deleted")
        }
    }
}
