import HTTP
import Tenancy
import Testing
import TestSupport
import Web

@testable import Radio

struct PlayingHubTests {
    @Test func onlyARadioNotificationUpdatesTheChannelList() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            #expect(await playing.get("/api/v1/channels").objects("items").count == 1)
            try await database.sql("update app.channel set active = false where channel_id = \(channel)")
            playing.hub.tenantChanged(ChangeNotice(tenant: here.id, kind: "live"))
            #expect(await playing.get("/api/v1/channels").objects("items").count == 1)
            playing.hub.tenantChanged(ChangeNotice(tenant: here.id, kind: "radio"))
            #expect(await playing.get("/api/v1/channels").objects("items").isEmpty)
        }
    }

    @Test func aCachedRadioSnapshotIsRenewedAfterHalfAnHour() async throws {
        try await PlayingStage.with { playing in
            try await playing.stage.database.channel("one", in: playing.stage.here)
            let one = try await playing.hub.cache(of: playing.stage.here.id)
            try await playing.stage.database.channel("two", in: playing.stage.here)
            let two = try await playing.hub.cache(of: playing.stage.here.id)
            #expect(one.cache === two.cache)
            #expect(two.snapshot.channels.count == 1)
            // The snapshot is renewed long before it ends.
            playing.stage.clock.advance(seconds: 1801)
            #expect(try await playing.hub.snapshot(of: playing.stage.here.id).channels.count == 2)
        }
    }

    @Test func streamsOfTheSameChannelsShareTheirEvents() async throws {
        try await PlayingStage.with { playing in
            try await playing.stage.database.channel("one", in: playing.stage.here)
            let cache = try await playing.hub.cache(of: playing.stage.here.id).cache
            let id = Channel.ID(rawValue: 1)
            #expect(cache.events(of: nil) === cache.events(of: nil))
            #expect(cache.events(of: [id]) === cache.events(of: [id]))
            #expect(cache.events(of: [id]) !== cache.events(of: nil))
        }
    }

    @Test func unusedChannelSelectionsAreRemovedWhenThereAreTooMany() async throws {
        try await PlayingStage.with { playing in
            try await playing.stage.database.channel("one", in: playing.stage.here)
            let cache = try await playing.hub.cache(of: playing.stage.here.id).cache
            let id = Channel.ID(rawValue: 1)
            let first = cache.events(of: [id])
            for number in 2...PlayingCache.selectionLimit {
                #expect(cache.events(of: [Channel.ID(rawValue: Int64(number))]) != nil)
            }
            #expect(cache.events(of: [id]) === first, "the limit is reached but not exceeded")
            #expect(cache.events(of: [Channel.ID(rawValue: Int64(PlayingCache.selectionLimit + 1))]) != nil)
            #expect(cache.events(of: [id]) !== first)
        }
    }

    @Test func getRadioEvents() async throws {
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel("one", in: playing.stage.here)
            let other = try await playing.stage.database.channel("theirs", in: playing.stage.there)
            #expect(await playing.get("/api/v1/events").status == 200)
            #expect(await playing.get("/api/v1/events?channels=\(channel)").status == 200)
            let unknown = await playing.get("/api/v1/events?channels=\(channel),\(other)")
            let detail = "no active channel has the ID \(other): GET /api/v1/channels lists the channels"
            #expect(unknown.status == 404 && unknown["detail"] as? String == detail)
            for wrong in ["", "one", "1,", "+1"] {
                #expect(await playing.get("/api/v1/events?channels=\(wrong)").faults == ["channels"])
            }
            let many = (1...201).map(String.init).joined(separator: ",")
            #expect(
                await playing.get("/api/v1/events?channels=\(many)").text
                    .contains("must have at most 200 channel IDs, found 201"))
        }
    }
}
