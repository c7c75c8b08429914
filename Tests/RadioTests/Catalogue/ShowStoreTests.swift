import TestSupport
import Testing
import Web
import WebTestSupport

@testable import Radio

struct ShowStoreTests {
    @Test func aShowKeepsTheOrderOfItsChannelsAndCredits() async throws {
        try await withCatalogue { stage in
            let one = try await stage.database.channel("one", in: stage.here)
            let two = try await stage.database.channel("two", in: stage.here)
            let person = try await stage.database.person("Jana", in: stage.here)
            let show = try await stage.made(
                "shows",
                """
                {"title":"Morning","channels":["\(two)","\(one)"],
                 "credits":[{"person":"\(person)","role":"host"},{"person":"\(person)","role":"author"}]}
                """)
            let found = await stage.send(.get, "/api/v1/admin/shows/\(show)", as: .programmer)
            #expect(found["channels"] as? [String] == ["\(two)", "\(one)"])
            #expect(found.objects("credits").compactMap { $0["role"] as? String } == ["host", "author"])
            #expect(try await stage.touched() == show)
            let onOne = await stage.send(.get, "/api/v1/admin/shows?channel=\(one)", as: .programmer)
            #expect(onOne.objects("items").count == 1)
            _ = await stage.send(
                .put, "/api/v1/admin/shows/\(show)", #"{"title":"Morning","channels":["\#(two)"]}"#, as: .programmer)
            let after = await stage.send(.get, "/api/v1/admin/shows?channel=\(one)", as: .programmer)
            #expect(after.objects("items").isEmpty)
        }
    }

    @Test func aShowWithAChannelOrPersonOfAnotherTenantIsRefused() async throws {
        try await withCatalogue { stage in
            let foreign = try await stage.database.person("Other", in: stage.there)
            let channel = try await stage.database.channel("theirs", in: stage.there)
            let answer = await stage.send(
                .post, "/api/v1/admin/shows",
                #"{"title":"S","channels":["\#(channel)"],"credits":[{"person":"\#(foreign)","role":"host"}]}"#,
                as: .programmer)
            #expect(answer.status == 422)
            #expect(answer.faults == ["/channels/0", "/credits/0/person"])
        }
    }

    @Test func aShowWithTracksInTheMusicLogCannotBeDeleted() async throws {
        try await withCatalogue { stage in
            let channel = try await stage.database.channel("one", in: stage.here)
            let show = try await stage.database.show("Heard", on: [channel], in: stage.here)
            let airing = try await stage.database.airing(
                of: show, on: channel, from: "2026-06-15T10:00:00Z", to: "2026-06-15T11:00:00Z", in: stage.here)
            let path = "/api/v1/admin/shows/\(show)"
            let cut = try await stage.database.cut("Song", on: channel, at: "2026-06-15T10:10:00Z", in: stage.here)
            try await stage.database.sql("update app.cut set airing_id = \(airing) where cut_id = \(cut)")
            let refused = await stage.send(.delete, path, as: .programmer)
            #expect(refused.status == 409 && refused.text.contains("show-was-heard"))
            #expect(await stage.send(.get, path, as: .programmer).status == 200)
            try await stage.database.sql("delete from app.cut")
            #expect(await stage.send(.delete, path, as: .programmer).status == 204)
            #expect(try await stage.database.sql("select count(*) from app.airing") == "0")
        }
    }
}
