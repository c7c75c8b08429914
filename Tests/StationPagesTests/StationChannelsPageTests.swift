import TestSupport
import Testing
import Web
import WebTestSupport

@testable import StationPages

struct StationChannelsPageTests {
    @Test func channelsAreListedInLineUpOrderWithTheirBroadcasts() async throws {
        try await withStation { (stage, _) async throws in
            let (database, here) = (stage.database, stage.here)
            let two = try await database.channel("two", number: 2, in: here)
            let one = try await database.channel("one", number: 1, in: here)
            let rest = try await database.channel("rest", number: 3, in: here)
            try await database.category("Talk", rank: 2, of: [one], in: here)
            try await database.category("News", rank: 1, of: [two], in: here)
            let show = try await database.show("The <Midday> Talk", on: [two], in: here)
            let later = try await database.show("Later", on: [two], in: here)
            try await database.airing(
                of: show, on: two, from: "2026-06-15T11:30:00Z", to: "2026-06-15T12:30:00Z", in: here)
            try await database.airing(
                of: later, on: two, from: "2026-06-15T12:30:00Z", to: "2026-06-15T13:30:00Z", in: here)
            try await database.sql("update app.channel set active = false where channel_id = \(rest)")
            let page = await stage.page("/station")
            #expect(page.status == 200)
            let order = ["News", ">Two<", "Talk", ">One<", "No category", ">Rest<"]
            let places = order.compactMap { page.text.range(of: $0)?.lowerBound }
            #expect(places.count == order.count && places == places.sorted())
            #expect(page.text.contains("The &lt;Midday&gt; Talk</strong> <b class=\"tag on\">until 12:30</b>"))
            #expect(page.text.contains("12:30 Later"))
            #expect(page.text.contains("inactive"))
            #expect(page.text.contains("href=\"/station/channels/\(two)/week\""))
            #expect(!(await stage.page("/station", at: "there")).text.contains(">Two<"))
        }
    }

    @Test func aSearchForChannelsIgnoresAccentsAndFindsNumbers() async throws {
        try await withStation { (stage, _) async throws in
            try await stage.database.sql(
                """
                insert into app.channel (tenant_id, slug, name, time_zone, number)
                values (\(stage.here.id), 'rz', 'Rádiožurnál', 'UTC', 41), (\(stage.here.id), 'vl', 'Vltava', 'UTC', 7)
                """)
            let found = await stage.page("/station?search=radiozurnal")
            #expect(found.text.contains("Rádiožurnál") && !found.text.contains("Vltava"))
            #expect(await stage.page("/station?search=41").text.contains("Rádiožurnál"))
            #expect(await stage.page("/station?search=nothing").text.contains("No channel matches “nothing”."))
        }
    }

    /// With eight hundred channels, the page shows one category at a time.
    @Test func manyChannelsAreShownOneCategoryAtATime() async throws {
        try await withStation { (stage, _) async throws in
            try await stage.database.sql(
                """
                insert into app.channel (tenant_id, slug, name, time_zone, number)
                select \(stage.here.id), 'c' || n, 'Channel ' || n, 'UTC', n from generate_series(1, 800) n;
                insert into app.category (tenant_id, name, rank)
                select \(stage.here.id), 'Category ' || n, n from generate_series(0, 19) n;
                insert into app.channel_category (tenant_id, channel_id, category_id)
                select c.tenant_id, c.channel_id, k.category_id
                  from app.channel c join app.category k on k.rank = c.number % 20;
                insert into app.channel (tenant_id, slug, name, time_zone) values (\(stage.here.id), 'lone', 'Lone', 'UTC');
                """)
            let page = await stage.page("/station")
            #expect(page.text.components(separatedBy: "<li data-words=").count - 1 == 40)
            #expect(page.text.contains("Category 19 <span>40</span>"))
            #expect(!page.text.contains(">Lone<"))
            #expect(await stage.page("/station?category=0").text.contains(">Lone<"))
            let category = try await stage.database.sql("select category_id from app.category where rank = 5")
                .filter(\.isNumber)
            let other = await stage.page("/station?category=\(category)")
            #expect(other.text.contains(">Channel 5<") && !other.text.contains(">Channel 6<"))
        }
    }
}
