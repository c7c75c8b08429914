import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertNotes

@Suite struct LiveStartSectionTests {
    @Test func theStartPageShowsThePieceOnTheAirWithItsPicture() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = LiveHub(store: LiveStore(database: database.tenants), logger: LiveFixture.silence)
            let context = RequestContext(tenant: tenant, caller: nil, requestID: "1", logger: LiveFixture.silence)
            let piece = try #require(try await hub.topic(of: tenant.id).feed.position?.piece)
            let text = try #require(try await LiveStartSection(hub: hub).startSection(for: context)).text
            #expect(text.contains("\(Artwork(piece).html.text)<div><p><strong>"))
            #expect(text.contains("aria-hidden=\"true\">"), "the drawn picture has no alternative text")
        }
    }

    @Test func theStartPageHasNoLiveSectionWithoutAConcertOnTheAir() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("quiet", host: "quiet.test")
            let hub = LiveHub(store: LiveStore(database: database.tenants), logger: LiveFixture.silence)
            let context = RequestContext(tenant: tenant, caller: nil, requestID: "1", logger: LiveFixture.silence)
            #expect(try await LiveStartSection(hub: hub).startSection(for: context) == nil)
        }
    }

    @Test func theStartPageShowsAChangedStateOfTheLiveConcert() async throws {
        try await withDatabase { database in
            let tenant = try await LiveFixture.onAir(in: database)
            let hub = LiveHub(store: LiveStore(database: database.tenants), logger: LiveFixture.silence)
            let context = RequestContext(tenant: tenant, caller: nil, requestID: "1", logger: LiveFixture.silence)
            func text() async throws -> String? {
                try await LiveStartSection(hub: hub).startSection(for: context)?.text
            }
            func section() async throws -> String? {
                try await hub.topic(of: tenant.id).feed.position.map(LiveStartSection.section)?.text
            }
            let first = try #require(try await text())
            #expect(try await section() == first)
            try await database.sql("update app.live set state = 'held', revision = revision + 1")
            await hub.caughtUp(in: tenant.id)
            let held = try #require(try await text())
            #expect(held.contains("paused") && held != first)
            #expect(try await section() == held)
        }
    }
}
