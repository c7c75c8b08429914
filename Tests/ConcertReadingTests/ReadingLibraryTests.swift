import ConcertNotes
import HTTP
import Postgres
import Tenancy
import TestSupport
import Testing
import Web

@testable import ConcertReading

@Suite struct ReadingLibraryTests {
    private func changed() throws -> ProgrammeFixture {
        var fixture = ProgrammeFixture()
        try fixture.replace("Written in Spillville.", by: "Written in Iowa.", in: "QuartetMvt1/annotations.tsv")
        return fixture
    }

    /// Spec N28.
    @Test(arguments: [
        "/api/v1/concert", "/api/v1/concert/archive", "/api/v1/glossary", study, study + "/waveform",
        study + "/waveform.png?width=640", study + "/cues.csv?track=themusic",
    ])
    func aRepeatedRequestIsAnsweredFromMemory(target: String) async throws {
        try await ReadingStage.with { stage, tenant in
            #expect(stage.memory(target, of: tenant) == nil)
            let routed = try await stage.get(target, of: tenant)
            let answer = try #require(stage.memory(target, of: tenant))
            #expect(answer.representation === routed)
            #expect(answer.label.realm == "hall")
            #expect(stage.memory(target + "x", of: tenant) == nil)
        }
    }

    /// Spec N28, T18.
    @Test func aPieceDocumentHasAStrongEntityTagAndAGzipForm() async throws {
        var fixture = ProgrammeFixture()
        let text = String(repeating: "The theme is Dvořák’s own. ", count: 40)
        try fixture.replace("The theme is Dvořák’s own.", by: text + "It is.", in: "QuartetMvt1/annotations.tsv")
        try await ReadingStage.with(fixture) { stage, tenant in
            let piece = try await stage.get(quartet, of: tenant)
            #expect(piece.mediaType == "application/json")
            #expect(piece.entityTag.hasPrefix("\""))
            #expect(piece.fields["Cache-Control"] == "no-cache")
            let packed = try #require(piece.gzip)
            #expect(packed.count < piece.identity.count)
        }
    }

    @Test func anImportChangesOnlyTheEntityTagsOfChangedDocuments() async throws {
        try await ReadingStage.with { stage, tenant in
            let concert = try await stage.get("/api/v1/concert", of: tenant)
            let (first, second) = (try await stage.get(quartet, of: tenant), try await stage.get(study, of: tenant))
            try await stage.import(try changed(), for: tenant)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            // The first request after the import receives the new content.
            #expect(try await stage.text(quartet, of: tenant).contains("Iowa"))
            #expect(try await stage.get(quartet, of: tenant).entityTag != first.entityTag)
            #expect(try await stage.get(study, of: tenant).entityTag == second.entityTag)
            #expect(try await stage.json("/api/v1/concert", of: tenant)["revision"] as? Int == 2)
            #expect(try await stage.get("/api/v1/concert", of: tenant).entityTag != concert.entityTag)
        }
    }

    @Test func newTermsAreServedAfterAGlossaryNotification() async throws {
        try await ReadingStage.with { stage, tenant in
            #expect(try await !stage.text("/api/v1/glossary", of: tenant).contains("Presto"))
            try await stage.importTerm("Presto", for: tenant)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "glossary"))
            #expect(try await stage.text("/api/v1/glossary", of: tenant).contains("Presto"))
        }
    }

    @Test func thePictureOfATermIsAmongThePicturesOfTheConcert() async throws {
        try await ReadingStage.with { stage, tenant in
            #expect(try await !stage.text("/api/v1/concert", of: tenant).contains("fugue.png"))
            try await stage.database.sql(
                """
                insert into app.draft_image (tenant_id, name, sha256)
                select tenant_id, 'fugue.png', sha256 from app.image where tenant_id = \(tenant.id) and name = 'dot.png';
                insert into app.glossary (tenant_id, content_digest) values (\(tenant.id), sha256('x'));
                insert into app.glossary_item (tenant_id, name_key, position, name, category, description, history, image)
                values (\(tenant.id), 'fugue', 1, 'Fugue', 'Form', 'A flight.', '', 'fugue.png');
                """)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "glossary"))
            let concert = try await stage.json("/api/v1/concert", of: tenant)
            let pictures = try #require(concert["pictures"] as? [[String: Any]])
            let picture = try #require(pictures.first { $0["name"] as? String == "fugue.png" })
            let glossary = try await stage.json("/api/v1/glossary", of: tenant)
            let term = try #require((glossary["items"] as? [[String: Any]])?.first)
            #expect(term["picture"] as? String == picture["url"] as? String)
        }
    }

    @Test func aConcertThatIsTakenOffTheAirIsNoLongerServed() async throws {
        try await ReadingStage.with { stage, tenant in
            _ = try await stage.get("/api/v1/concert", of: tenant)
            try await stage.database.putOnAir(nil, for: tenant.id, at: 1_000_000_010)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "live"))
            try await eventually("the concert is gone") { stage.memory("/api/v1/concert", of: tenant) == nil }
            #expect(await stage.error("/api/v1/concert", of: tenant)?.code == .noLiveConcert)
        }
    }

    @Test func aChangeOfTheLivePositionDoesNotReloadTheContent() async throws {
        try await ReadingStage.with { stage, tenant in
            let before = try await stage.library.edition(for: tenant)
            try await stage.database.sql("update app.live set measure = 3, revision = revision + 1;")
            for _ in 0..<20 { stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "live")) }
            #expect(try await stage.library.edition(for: tenant) === before)
        }
    }

    @Test func theLastContentIsServedWhileTheDatabaseIsUnavailable() async throws {
        try await ReadingStage.with { other, tenant in
            var configuration = Database.Configuration(conninfo: other.database.runtimeConninfo)
            configuration.waitLimit = 10
            let client = Database(configuration, logger: ReadingStage.silence)
            try await eventually("the client is connected") { await client.ping() }
            let stage = try ReadingStage(other.database, reading: TenantDatabase(client))
            let before = try await stage.get("/api/v1/concert", of: tenant)
            try await stage.import(try changed(), for: tenant)
            await client.close()
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            #expect(try await stage.get("/api/v1/concert", of: tenant) === before)
            // A document that was never requested is created from the edition in memory.
            #expect(try await stage.text(quartet, of: tenant).contains("Spillville"))
            #expect(try await stage.get(study + "/waveform.svg", of: tenant).mediaType == "image/svg+xml")
        }
    }

    @Test func preloadedTenantsNeedNoDatabaseForTheirFirstRequest() async throws {
        try await ReadingStage.with { stage, tenant in
            await stage.library.warm([tenant])
            await stage.database.runtime.close()
            let concert = try await stage.text("/api/v1/concert", of: tenant)
            let piece = try await stage.text(quartet, of: tenant)
            #expect(concert.contains("Dvořák"))
            #expect(piece.contains("Spillville"))
        }
    }

    @Test func simultaneousRequestsShareOneDocument() async throws {
        try await ReadingStage.with { stage, tenant in
            let answers = try await withThrowingTaskGroup(of: Representation.self) { group in
                for _ in 0..<50 { group.addTask { try await stage.get("/api/v1/concert/archive", of: tenant) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 50)
            #expect(answers.allSatisfy { $0 === answers[0] })
        }
    }

    /// Spec S1.6.
    @Test func tenantsWithEquallyNamedPiecesReceiveTheirOwnDocuments() async throws {
        try await ReadingStage.with { stage, one in
            let two = try await stage.database.tenant("other")
            #expect(await stage.error(study, of: two)?.code == .noLiveConcert)
            try await stage.import(try changed(), for: two)
            try await stage.database.putOnAir("small-evening", for: two.id, at: 1_000_000_000)
            stage.observers.tenantChanged(ChangeNotice(tenant: two.id, kind: "content"))
            #expect(try await stage.text(quartet, of: one).contains("Spillville"))
            #expect(try await stage.text(quartet, of: two).contains("Iowa"))
            // The entity tags of two tenants differ even for equal bytes, so a tag of one tenant never gives 304 for
            // the other.
            let (mine, yours) = (try await stage.get(study, of: one), try await stage.get(study, of: two))
            #expect(mine.identity == yours.identity)
            #expect(mine.entityTag != yours.entityTag)
        }
    }
}
