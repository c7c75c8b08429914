import HTTP
import Testing
import TestSupport
import Web

@testable import Radio

struct LineUpTests {
    /// Spec R12.
    @Test func findChannels() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let third = try await database.channel("third", number: 3, in: here)
            let first = try await database.channel("first", number: 1, in: here)
            let second = try await database.channel("second", in: here)
            let alone = try await database.channel("alone", number: 2, in: here)
            let off = try await database.channel("off", number: 0, in: here)
            try await playing.sql("update app.channel set active = false where channel_id = \(off)")
            let talk = try await database.category("Talk", rank: 2, of: [first, second], in: here)
            let empty = try await database.category("Empty", rank: 1, in: here)
            let music = try await database.category("Music", rank: 0, of: [third, first], in: here)
            try await playing.sql(
                "update app.channel_category set is_primary = true where channel_id = \(first) and category_id = \(talk)"
            )
            let answer = await playing.get("/api/v1/channels")
            #expect(answer.status == 200)
            #expect(
                answer.objects("items").compactMap { $0["slug"] as? String } == ["third", "first", "second", "alone"])
            let sections = answer.objects("sections").map {
                "\($0["categoryId"] ?? "none") \($0["offset"] ?? 0) \($0["count"] ?? 0)"
            }
            #expect(sections == ["\(music) 0 1", "\(empty) 1 0", "\(talk) 1 2", "none 3 1"])
            let again = await playing.get("/api/v1/channels", ["If-None-Match": answer.fields["ETag"] ?? ""])
            #expect(again.status == 304)
            _ = alone
        }
    }

    @Test func channelsAreOrderedByTheirNumbersOnThePlatform() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            try await database.channel("one", number: 1, in: here)
            let two = try await database.channel("two", number: 2, in: here)
            try await database.channel("none", in: here)
            try await playing.sql(
                "insert into app.channel_number (tenant_id, channel_id, platform, number) values (\(here.id), \(two), 'car', 0)"
            )
            func slugs(_ query: String) async -> [String] {
                await playing.get("/api/v1/channels?\(query)").objects("items").compactMap { $0["slug"] as? String }
            }
            #expect(await slugs("order=number") == ["one", "two", "none"])
            #expect(await slugs("order=number&platform=car") == ["two", "one", "none"])
            #expect(await playing.get("/api/v1/channels?order=size").status == 422)
            #expect(await playing.get("/api/v1/channels?order=size").faults == ["order"])
        }
    }

    /// Spec R12.
    @Test func findCategories() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            try await database.category("Second", rank: 2, in: here)
            try await database.category("First", rank: 1, of: [channel], in: here)
            let items = await playing.get("/api/v1/categories").objects("items")
            #expect(items.compactMap { $0["name"] as? String } == ["First", "Second"])
            #expect(items.compactMap { $0["channelCount"] as? Int } == [1, 0])
        }
    }

    /// Spec R22.
    @Test func getChannel() async throws {
        try await PlayingStage.with { playing in
            let (database, here) = (playing.stage.database, playing.stage.here)
            let channel = try await database.channel("one", in: here)
            try await playing.sql(
                """
                insert into app.tenant_profile (tenant_id, skips_back, buffer_ms) values (\(here.id), 3, 7200000);
                update app.channel set skips_restricted = true, skips_forward = 9 where channel_id = \(channel);
                insert into app.bearer (tenant_id, channel_id, uri, bitrate) values
                  (\(here.id), \(channel), 'fm:ce1.c479.09580', 0);
                """)
            let answer = await playing.get("/api/v1/channels/\(channel)")
            let policy = answer["skipPolicy"] as? [String: Any] ?? [:]
            #expect(policy["back"] as? Int == 3)
            #expect(policy["forward"] as? Int == 9)
            #expect(policy["total"] as? Int == 6)
            #expect(answer["bufferMs"] as? Int == 7_200_000)
            #expect(answer.objects("bearers").compactMap { $0["uri"] as? String } == ["fm:ce1.c479.09580"])
            #expect((answer["art"] as? [String: Any])?["isDefault"] as? Bool == true)
            let other = try await database.channel("theirs", in: playing.stage.there)
            let (unknown, theirs) = (
                await playing.get("/api/v1/channels/999999999"), await playing.get("/api/v1/channels/\(other)")
            )
            #expect(unknown.status == 404)
            #expect(unknown.text == theirs.text)
        }
    }

    @Test func aChannelIsAvailableAsASchemaOrgBroadcastService() async throws {
        try await PlayingStage.with { playing in
            let channel = try await playing.stage.database.channel(
                "one", timeZone: "Europe/Prague", in: playing.stage.here)
            try await playing.sql(
                "update app.channel set language = 'cs', short_name = 'O', website = 'https://o.example/'")
            let path = "/api/v1/channels/\(channel)"
            let plain = await playing.get(path)
            let linked = await playing.get(path, ["Accept": "application/ld+json"])
            #expect(linked.fields["Content-Type"] == "application/ld+json")
            #expect(linked["@context"] as? String == "https://schema.org")
            #expect(linked["@type"] as? String == "BroadcastService")
            #expect(linked["@id"] as? String == "http://here/api/v1/channels/\(channel)#service")
            #expect(linked["name"] as? String == "One")
            #expect(linked["broadcastDisplayName"] as? String == "O")
            #expect(linked["inLanguage"] as? String == "cs")
            #expect(linked["url"] as? String == "https://o.example/")
            #expect(linked["broadcastTimezone"] as? String == "Europe/Prague")
            // A default picture is not the channel's own.
            #expect(linked["image"] == nil)
            for answer in [plain, linked] { #expect(answer.fields["Vary"] == "Accept") }
            #expect(plain.fields["Content-Type"] == "application/json")
            #expect(plain.fields["ETag"] != linked.fields["ETag"])
            let known = ["Accept": "application/ld+json", "If-None-Match": linked.fields["ETag"] ?? ""] as Fields
            #expect(await playing.get(path, known).status == 304)
            #expect(await playing.get(path, ["If-None-Match": linked.fields["ETag"] ?? ""]).status == 200)
            #expect(await playing.get("/api/v1/channels/999", ["Accept": "application/ld+json"]).status == 404)
        }
    }
}
