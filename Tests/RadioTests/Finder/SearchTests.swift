import HTTP
import Testing
import WebTestSupport

@testable import Radio

struct SearchTests {
    @Test(arguments: [
        // Exact, a prefix, without diacritics, in another case, with one and two typing errors.
        ("čajovna", ["Čajovna"]), ("CAJOVNA", ["Čajovna"]), ("caj", ["Čajovna"]), ("cajovan", ["Čajovna"]),
        ("cajvona", ["Čajovna"]), ("rozhlsova", ["Rozhlasová jízda"]), ("rzhlasva jizda", ["Rozhlasová jízda"]),
        // Two errors are too many for seven letters, and one for three.
        ("xyjovna", []), ("jaz", []), ("jaxx", []),
        // Every word must match.
        ("rozhlasova čajovna", []), ("?!", []), ("jizda rozh", ["Rozhlasová jízda"]),
    ])
    func titlesAreFoundDespiteTypingErrors(question: String, expected: [String]) async throws {
        try await FinderStage.with { stage in
            for title in ["Čajovna", "Rozhlasová jízda", "Ja"] {
                try await stage.database.show(title, in: stage.stage.here)
            }
            try await stage.updateIndex()
            #expect(await stage.titles("/api/v1/search?q=\(question.percentEncoded)") == expected)
        }
    }

    @Test func resultsAreOrderedByMatchedFieldThenByAvailabilityOnDemand() async throws {
        try await FinderStage.with { stage in
            let (database, here) = (stage.database, stage.stage.here)
            let person = try await database.person("Orchard Smith", in: here)
            let described = try await database.show("Delta", in: here)
            let credited = try await database.show("Charlie", in: here)
            let prefixed = try await database.show("Orchards", in: here)
            let slipped = try await database.show("Orchad", in: here)
            let exact = try await database.show("Orchard", in: here)
            try await database.sql(
                """
                update app.show set description = 'In an orchard.' where show_id = \(described);
                insert into app.show_credit (tenant_id, show_id, position, person_id)
                values (\(here.id), \(credited), 0, \(person));
                """)
            let silent = try await database.episode("Orchard again", of: exact, in: here)
            try await stage.onDemand("Orchard once", of: exact)
            try await stage.updateIndex()
            let found = await stage.stage.send(.get, "/api/v1/search?q=orchard")
            let results = found.objects("items")
            #expect(
                results.map { $0["title"] as? String } == [
                    "Orchard", "Orchard once", "Orchard Smith", "Orchard again", "Orchards", "Orchad", "Charlie",
                    "Delta",
                ])
            #expect(
                results.map { $0["isOnDemand"] as? Bool } == [true, true, false, false, false, false, false, false])
            #expect(
                results.map { "\($0["field"] ?? "") \($0["form"] ?? "")" } == [
                    "title exact", "title exact", "title exact", "title exact", "title prefix", "title typo",
                    "people exact", "description exact",
                ])
            #expect(found["total"] as? Int == 8)
            _ = (silent, prefixed, slipped)
            // The pages repeat nothing and omit nothing.
            var paged: [String] = []
            for offset in stride(from: 0, to: 8, by: 3) {
                paged += await stage.titles("/api/v1/search?q=orchard&limit=3&offset=\(offset)")
            }
            #expect(paged == results.compactMap { $0["title"] as? String })
            #expect(await stage.titles("/api/v1/search?q=orchard&types=person") == ["Orchard Smith"])
        }
    }

    /// The search checks the newest of equal matches first. In this test, none of the newest matches is on demand.
    @Test func onDemandEpisodesComeFirstAmongManyEqualMatches() async throws {
        try await FinderStage.with { stage in
            let show = try await stage.database.show("Evening", in: stage.stage.here)
            for _ in 0..<3 { try await stage.onDemand("Nocturne", of: show) }
            try await stage.database.sql(
                """
                insert into app.episode (tenant_id, show_id, title)
                select \(stage.stage.here.id), \(show), 'Nocturne' from generate_series(1, \(2 * SearchStore.rankedPortion))
                """)
            try await stage.updateIndex()
            for (offset, expected) in [(0, [true, true]), (2, [true, false])] {
                let results = await stage.stage.send(.get, "/api/v1/search?q=nocturne&limit=2&offset=\(offset)")
                    .objects("items")
                #expect(results.map { $0["isOnDemand"] as? Bool } == expected)
            }
        }
    }

    @Test func aWordOfAShowTitleNarrowsASearchForEpisodes() async throws {
        try await FinderStage.with { stage in
            let (one, two) = (
                try await stage.database.show("Morning", in: stage.stage.here),
                try await stage.database.show("Evening", in: stage.stage.here)
            )
            try await stage.onDemand("Mozart", of: one)
            try await stage.onDemand("Mozart", of: two)
            try await stage.updateIndex()
            let results = await stage.stage.send(.get, "/api/v1/search?q=evening+mozart").objects("items")
            #expect(results.map { $0["showTitle"] as? String } == ["Evening"])
        }
    }

    @Test func channelsTopicsSerialsAndPeopleAreFoundUntilDeleted() async throws {
        try await FinderStage.with { stage in
            let (database, here) = (stage.database, stage.stage.here)
            try await database.channel("meridian", in: here)
            try await database.person("Ada Meridian", in: here)
            let show = try await database.show("Alfa", in: here)
            try await database.sql(
                """
                insert into app.tag (tenant_id, kind, title) values (\(here.id), 'topic', 'Meridians');
                insert into app.tag (tenant_id, kind, title) values (\(here.id), 'keyword', 'Meridians hidden');
                insert into app.serial (tenant_id, show_id, title) values (\(here.id), \(show), 'The Meridian');
                """)
            try await stage.updateIndex()
            func types() async -> [String] {
                await stage.stage.send(.get, "/api/v1/search?q=meridian").objects("items")
                    .compactMap { $0["type"] as? String }
            }
            #expect(await types() == ["person", "channel", "serial", "topic"])
            try await database.sql(
                """
                update app.person set name = 'Ada Zenith', revision = revision + 1;
                update app.channel set active = false, revision = revision + 1;
                delete from app.tag where kind = 'topic';
                """)
            try await stage.updateIndex()
            #expect(await types() == ["serial"])
            #expect(await stage.titles("/api/v1/search?q=zenith") == ["Ada Zenith"])
        }
    }

    @Test func aSearchDoesNotFindItemsOfAnotherTenant() async throws {
        try await FinderStage.with { stage in
            try await stage.database.show("Secret", in: stage.stage.there)
            try await stage.database.person("Secret", in: stage.stage.there)
            try await stage.updateIndex()
            #expect(await stage.stage.send(.get, "/api/v1/search?q=secret")["total"] as? Int == 0)
            #expect(await stage.stage.send(.get, "/api/v1/search?q=secrte")["total"] as? Int == 0)
            #expect(await stage.stage.send(.get, "/api/v1/search?q=secret", at: "there")["total"] as? Int == 2)
        }
    }
}
