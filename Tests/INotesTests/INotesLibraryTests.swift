import ConcertNotes
import HTTP
import Postgres
import Synchronization
import Tenancy
import TestSupport
import Testing
import Web

@testable import INotes

@Suite struct INotesLibraryTests {
    private static let first = "/getData.php?\(INotesRoutesTests.first)"

    private func changed() throws -> ProgrammeFixture {
        var fixture = ProgrammeFixture()
        try fixture.replace("Written in Spillville.", by: "Written in Iowa.", in: "QuartetMvt1/annotations.tsv")
        return fixture
    }

    /// Spec N28, H5.
    @Test func aRepeatedRequestIsAnsweredFromMemory() async throws {
        try await withStage { stage, tenant in
            let long = (1...7).map { "database\($0)=Dvo%C5%99%C3%A1k,%20String%20Quartet%20No.%2012:%20Mvt.%201%20%20" }
                .joined(separator: "&")
            for target in [
                "/getPieces.php", Self.first, "/getData.php?\(long)", "/images/dot.png",
                "/images/AppAssets/glossary.xml",
            ] {
                #expect(stage.memory(target, of: tenant) == nil)
                let routed = try await stage.route(target, of: tenant)
                let answer = try #require(stage.memory(target, of: tenant))
                #expect(answer.representation === routed)
                #expect(answer.label.realm == "hall")
            }
            #expect(stage.memory("/getPieces.php", of: tenant)?.label.route == "/getPieces.php")
            #expect(stage.memory("/images/dot.png", of: tenant)?.label.route == "/images/{file}")
            #expect(stage.memory("/getPieces.ph", of: tenant) == nil)
        }
    }

    @Test func theListOfPiecesFollowsTheConcertOnTheAir() async throws {
        try await withStage { stage, tenant in
            var matinee = ProgrammeFixture(name: "matinee")
            try matinee.replace(
                "Tutti, Study < Canon: Study < Canon", by: "Tutti, Matinee: Matinee", in: "programme.json")
            try matinee.replace("\"Study < Canon\"", by: "\"Matinee\"", in: "programme.json")
            try matinee.replace("\"Study < Canon\"", by: "\"Matinee\"", in: "programme.json")
            matinee.files["getPieces.txt"] = nil
            try await stage.import(matinee, for: tenant)
            #expect(try await stage.text("/getPieces.php", of: tenant).contains("Canon"))
            for second in 1...5 {
                for (slug, word) in [("matinee", "Matinee"), ("small-evening", "Canon")] {
                    try await stage.putOnAir(slug, for: tenant, at: 1_000_000_000 + second)
                    await stage.library.caughtUp(in: tenant.id)
                    // This request is answered from memory if possible.
                    #expect(try await stage.text("/getPieces.php", of: tenant).contains(word))
                }
            }
        }
    }

    @Test func aRemovedPictureIsStillServedForTenMinutes() async throws {
        try await withDatabase { database in
            let time = Mutex(ContinuousClock.now)
            let stage = try PhoneStage(database) { time.withLock { $0 } }
            let tenant = try await database.tenant("hall")
            try await stage.import(ProgrammeFixture(), for: tenant)
            try await stage.putOnAir("small-evening", for: tenant, at: 1_000_000_000)
            let before = try await stage.get("/images/dash.gif", of: tenant)
            var fixture = ProgrammeFixture()
            for (path, content) in fixture.files where path.hasSuffix(".tsv") || path.hasSuffix(".json") {
                let text = String(decoding: content, as: UTF8.self)
                fixture.files[path] = Array(text.replacing("dash.gif", with: "line.gif").utf8)
            }
            fixture.files["images/line.gif"] = fixture.files.removeValue(forKey: "images/dash.gif")
            try await stage.import(fixture, for: tenant)
            await stage.library.caughtUp(in: tenant.id)
            #expect(try await stage.get("/images/line.gif", of: tenant).identity == before.identity)
            // A phone that has not finished its refresh.
            #expect(try await stage.get("/images/dash.gif", of: tenant).identity == before.identity)
            #expect(stage.memory("/images/dash.gif", of: tenant) == nil)
            time.withLock { $0 += ReplacedFiles.keptFor }
            await #expect(throws: APIError.self) { try await stage.get("/images/dash.gif", of: tenant) }
        }
    }

    @Test func queriesForTheSamePieceShareOneDocument() async throws {
        try await withStage { stage, tenant in
            let one = try await stage.get(Self.first, of: tenant)
            let other = try await stage.get(
                "/getData.xml?database5=DVO%C5%98%C3%81K+string+quartet+no+12+mvt+1", of: tenant)
            #expect(one === other)
        }
    }

    /// Spec N30.
    @Test func twoServersGiveIdenticalBytesAndValidators() async throws {
        try await withStage { stage, tenant in
            let another = try PhoneStage(stage.database)
            for target in ["/getPieces.php", Self.first, "/images/dot.png", "/glossary.xml"] {
                let one = try await stage.get(target, of: tenant)
                let other = try await another.get(target, of: tenant)
                #expect(one.identity == other.identity)
                #expect(one.gzip == other.gzip)
                #expect(one.entityTag == other.entityTag)
                #expect(one.lastModified == other.lastModified)
                #expect(try await stage.get(target, of: tenant) === one)
            }
        }
    }

    @Test func entityTagsChangeOnlyForDocumentsWithChangedBytes() async throws {
        try await withStage { stage, tenant in
            let (list, piece) = (
                try await stage.get("/getPieces.php", of: tenant), try await stage.get(Self.first, of: tenant)
            )
            let picture = try await stage.get("/images/dot.png", of: tenant)
            try await stage.import(try changed(), for: tenant)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            let newPiece = try await stage.get(Self.first, of: tenant)
            #expect(newPiece.entityTag != piece.entityTag)
            #expect(newPiece.lastModified >= piece.lastModified)
            #expect(try await stage.get("/getPieces.php", of: tenant).entityTag == list.entityTag)
            #expect(try await stage.get("/images/dot.png", of: tenant) === picture)
        }
    }

    @Test func lastModifiedIncreasesWhenAnOlderConcertGoesOnTheAir() async throws {
        try await withStage { stage, tenant in
            try await stage.database.sql("update app.concert set updated_at = to_timestamp(900000000);")
            var second = ProgrammeFixture(name: "second-evening")
            try second.replace("A Small Evening", by: "A Second Evening", in: "programme.json")
            try await stage.import(second, for: tenant)
            try await stage.database.sql(
                "update app.concert set updated_at = to_timestamp(950000000) where slug = 'second-evening';")
            let before = try await stage.get("/getPieces.php", of: tenant)
            #expect(before.lastModified == 1_000_000_000)
            try await stage.putOnAir("second-evening", for: tenant, at: 1_000_000_500)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            #expect(try await stage.get("/getPieces.php", of: tenant).lastModified == 1_000_000_500)
            try await stage.putOnAir("small-evening", for: tenant, at: 1_000_000_900)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            #expect(try await stage.get("/getPieces.php", of: tenant).lastModified == 1_000_000_900)
            try await stage.putOnAir(nil, for: tenant, at: 1_000_001_000)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            #expect(try await stage.get("/getPieces.php", of: tenant).lastModified == 1_000_001_000)
        }
    }

    @Test func theFirstRequestAfterAContentNotificationGetsTheNewContent() async throws {
        try await withStage { stage, tenant in
            #expect(try await stage.text(Self.first, of: tenant).contains("Spillville"))
            try await stage.import(try changed(), for: tenant)
            #expect(try await stage.text(Self.first, of: tenant).contains("Spillville"))
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            // The first request after the import receives the new content.
            #expect(try await stage.text(Self.first, of: tenant).contains("Iowa"))
        }
    }

    @Test func onlyNotificationsAndNewEditionsIncreaseTheLibraryVersion() async throws {
        try await withStage { stage, tenant in
            _ = try await stage.get(Self.first, of: tenant)
            let version = stage.library.version
            _ = try await stage.get(Self.first, of: tenant)
            _ = try await stage.get("/getPieces.php", of: tenant)
            #expect(stage.library.version == version)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            let outdated = stage.library.version
            #expect(outdated > version)
            _ = try await stage.get(Self.first, of: tenant)
            // Responses during the creation of the new edition may still be of the old one.
            #expect(stage.library.version > outdated)
        }
    }

    @Test func contentIsReadAgainAfterMissedNotifications() async throws {
        try await withStage { stage, tenant in
            _ = try await stage.text(Self.first, of: tenant)
            try await stage.import(try changed(), for: tenant)
            stage.observers.changesWereMissed()
            #expect(try await stage.text(Self.first, of: tenant).contains("Iowa"))
        }
    }

    @Test func aChangeOfTheLivePositionDoesNotReloadTheContent() async throws {
        try await withStage { stage, tenant in
            let before = try await stage.library.edition(for: tenant)
            _ = try await stage.get(Self.first, of: tenant)
            try await stage.database.sql("update app.live set measure = 3, revision = revision + 1;")
            for _ in 0..<20 { stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "live")) }
            #expect(stage.memory(Self.first, of: tenant) != nil)
            #expect(try await stage.library.edition(for: tenant) === before)
        }
    }

    @Test func takingAConcertOnOrOffTheAirChangesTheListOfPieces() async throws {
        try await withStage { stage, tenant in
            #expect(try await stage.text("/getPieces.php", of: tenant) != "")
            try await stage.putOnAir(nil, for: tenant, at: 1_000_000_010)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "live"))
            try await eventually("the list is empty") { try await stage.text("/getPieces.php", of: tenant) == "" }
            try await stage.putOnAir("small-evening", for: tenant, at: 1_000_000_020)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "live"))
            try await eventually("the list is back") { try await stage.text("/getPieces.php", of: tenant) != "" }
        }
    }

    @Test func simultaneousFirstRequestsShareOneDocument() async throws {
        try await withStage { stage, tenant in
            let answers = try await withThrowingTaskGroup(of: Representation.self) { group in
                for _ in 0..<50 { group.addTask { try await stage.route(Self.first, of: tenant) } }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(answers.count == 50)
            #expect(answers.allSatisfy { $0 === answers[0] })
        }
    }

    @Test func theLastContentIsServedWhileTheDatabaseIsUnavailable() async throws {
        try await withStage { other, tenant in
            // Shorter timeouts than the test's own client, which waits for a minute.
            var configuration = Database.Configuration(conninfo: other.database.runtimeConninfo)
            configuration.waitLimit = 10
            let client = Database(configuration, logger: PhoneStage.silence)
            try await eventually("the client is connected") { await client.ping() }
            let stage = try PhoneStage(other.database, reading: TenantDatabase(client))
            let before = try await stage.get(Self.first, of: tenant)
            try await stage.import(try changed(), for: tenant)
            try await setReachable(false, stage.database)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            #expect(try await stage.get(Self.first, of: tenant) === before)
            // A document that was never requested is created from the edition in memory.
            #expect(try await stage.text("/getData.php?\(INotesRoutesTests.second)", of: tenant).contains("Subject"))
            let picture = try await stage.get("/images/dot.png", of: tenant)
            #expect(picture.identity == ProgrammeFixture().files["images/dot.png"])
            stage.observers.changesWereMissed()
            #expect(try await stage.get(Self.first, of: tenant) === before)
            try await eventually("memory answers") { stage.memory(Self.first, of: tenant) != nil }

            try await setReachable(true, stage.database)
            // No notification reports the database's return: the library polls.
            try await eventually("the new content is served") {
                try await stage.text(Self.first, of: tenant).contains("Iowa")
            }
            await client.close()
        }
    }

    /// Refuses all connections to the database and ends the open ones, or allows connections again.
    private func setReachable(_ isReachable: Bool, _ database: TestDatabase) async throws {
        try await TestCluster.shared.sql(
            """
            alter database \(database.name) with allow_connections \(isReachable);
            select pg_terminate_backend(pid) from pg_stat_activity where datname = '\(database.name)' and not \(isReachable);
            """)
    }

    @Test func theFirstRequestOfATenantFailsWithoutTheDatabase() async throws {
        try await withDatabase { database in
            let stage = try PhoneStage(database)
            let tenant = try await database.tenant("hall")
            await database.runtime.close()
            await #expect(throws: (any Error).self) { try await stage.get("/getPieces.php", of: tenant) }
        }
    }

    @Test func preloadedTenantsNeedNoDatabaseForTheirFirstRequest() async throws {
        try await withStage { stage, tenant in
            await stage.library.warm([tenant])
            await stage.database.runtime.close()
            let (list, piece) = (
                try await stage.text("/getPieces.php", of: tenant), try await stage.text(Self.first, of: tenant)
            )
            #expect(list.contains("Dvořák"))
            #expect(piece.contains("Spillville"))
        }
    }

    @Test func tenantsWithEquallyNamedPiecesReceiveTheirOwnDocuments() async throws {
        try await withStage { stage, one in
            let two = try await stage.database.tenant("other")
            try await stage.import(try changed(), for: two)
            #expect(try await stage.text("/getPieces.php", of: two) == "")
            try await stage.putOnAir("small-evening", for: two, at: 1_000_000_000)
            stage.observers.tenantChanged(ChangeNotice(tenant: two.id, kind: "content"))
            let (mine, yours) = (try await stage.get(Self.first, of: one), try await stage.get(Self.first, of: two))
            #expect(String(decoding: mine.identity, as: UTF8.self).contains("Spillville"))
            #expect(String(decoding: yours.identity, as: UTF8.self).contains("Iowa"))
            // The entity tags of two tenants differ even for equal bytes, so a tag of one tenant never gives 304 for
            // the other.
            let (list, otherList) = (
                try await stage.get("/getPieces.php", of: one), try await stage.get("/getPieces.php", of: two)
            )
            #expect(list.identity == otherList.identity)
            #expect(list.entityTag != otherList.entityTag)
            #expect(stage.memory(Self.first, of: one)?.representation === mine)
            #expect(stage.memory(Self.first, of: two)?.representation === yours)
        }
    }

    @Test func aQueryWhoseDocumentWouldExceedTheLimitIsRefused() async throws {
        try await withStage { stage, tenant in
            let edition = try await stage.library.edition(for: tenant)
            let length = INotesRoutesTests.quartet.utf8.count
            let count = Edition.documentLimit / length + 1
            let query = (1...count).map { "database\($0)=DvořákStringQuartetNo12Mvt1" }.joined(separator: "&")
            let error = await #expect(throws: APIError.self) { try await edition.document(PieceQuery(query)) }
            #expect(error?.status == .badRequest)
        }
    }
}
