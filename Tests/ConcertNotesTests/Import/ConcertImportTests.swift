import ConcertNotes
import Logging
import Postgres
import Tenancy
import TestSupport
import Testing

@Suite struct ConcertImportTests {
    /// Imports a fixture.
    @discardableResult
    private func run(
        _ fixture: ProgrammeFixture, _ database: TestDatabase, _ tenant: Tenant, dryRun: Bool = false
    ) async throws -> ImportReport {
        try await fixture.written {
            try await ConcertImport(database: database.tenants).run(folder: $0, tenant: tenant.id, dryRun: dryRun)
        }
    }

    private func pieces(_ database: TestDatabase, _ tenant: Tenant, slug: String = "small-evening") async throws
        -> [Piece]
    {
        let store = ConcertStore(database: database.tenants)
        let concert = try #require(try await store.concert(slug: slug, in: tenant.id))
        return try #require(try await store.pieces(of: concert, in: tenant.id))
    }

    /// Every row of the concert tables, to check whether anything was written.
    private func everything(_ database: TestDatabase) async throws -> String {
        let tables = [
            "concert", "work", "piece", "measure", "annotation_track", "annotation", "structure_section",
            "key_signature",
            "intensity", "blob", "image", "concert_image", "app_asset", "live", "live_change",
        ]
        let parts = tables.map { "(select string_agg(md5(t::text || t.xmin), '' order by t::text) from app.\($0) t)" }
        return try await database.sql("select concat_ws('/', \(parts.joined(separator: ", ")));")
    }

    @Test func anImportedConcertIsReadBackUnchanged() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            let fixture = ProgrammeFixture()
            let report = try await run(fixture, database, tenant)
            #expect(report.outcome == .created)
            #expect(
                report.summary == """
                    imported concert small-evening, revision 1: 2 pieces, 8 measures, 3 tracks, 5 notes, 4 sections, \
                    2 key signatures, 4 intensities, 2 pictures and 2 app assets
                    """)
            let expected = try await fixture.written { try ProgrammeFolder(path: $0).read().programme }
            #expect(try await pieces(database, tenant) == expected.pieces)

            let concert = try #require(
                try await ConcertStore(database: database.tenants).concert(slug: "small-evening", in: tenant.id))
            let media = MediaStore(database: database.tenants)
            let files = try await media.files(of: concert.id, in: tenant.id)
            #expect(
                Set(files.map(\.name)) == ["dot.png", "dash.gif", "Splash32.png", "ProgramNotes.pdf"])
            for file in files {
                let path = (file.isAsset ? "images/AppAssets/" : "images/") + file.name
                #expect(try await media.content(sha256: file.sha256, in: tenant.id) == fixture.files[path])
            }
        }
    }

    @Test func importingTheSameFolderAgainWritesNothing() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            try await run(ProgrammeFixture(), database, tenant)
            let before = try await everything(database)
            #expect(try await run(ProgrammeFixture(), database, tenant).outcome == .unchanged(revision: 1))
            #expect(try await everything(database) == before)
        }
    }

    @Test func aDryRunOfAConcertImportWritesNothing() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            let before = try await everything(database)
            let report = try await run(ProgrammeFixture(), database, tenant, dryRun: true)
            #expect(report.outcome == .created)
            #expect(report.isDryRun)
            #expect(try await everything(database) == before)
            try await run(ProgrammeFixture(), database, tenant)
            let between = try await everything(database)
            var changed = ProgrammeFixture()
            try changed.replace("A Small Evening", by: "A Smaller Evening", in: "programme.json")
            #expect(try await run(changed, database, tenant, dryRun: true).outcome == .replaced(revision: 2))
            #expect(try await everything(database) == between)
        }
    }

    @Test func importingAChangedFolderCreatesANewRevisionOfTheConcert() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            try await run(ProgrammeFixture(), database, tenant)
            var changed = ProgrammeFixture()
            try changed.replace("Written in Spillville.", by: "Written in Iowa.", in: "QuartetMvt1/annotations.tsv")
            try changed.replace(" $dash.gif, A dash", by: "", in: "Study/annotations.tsv")
            #expect(try await run(changed, database, tenant).outcome == .replaced(revision: 2))
            let pieces = try await pieces(database, tenant)
            #expect(pieces[0].tracks[1].annotations.map(\.text) == ["Written in Iowa."])
            // A picture that no text uses any more is deleted. The first revision keeps its bytes.
            #expect(try await database.sql("select name from app.image;") == "dot.png")
            #expect(try await database.sql("select count(*) from app.blob;") == "4")
            #expect(try await database.sql("select count(*), max(revision) from app.concert;") == "1|2")
            #expect(try await database.sql("select count(*) from app.work;") == "2")
        }
    }

    /// The tenant's logo and the radio's art are stored with the bytes of pictures, and no concert uses them.
    @Test func theRemovalOfUnusedPicturesKeepsTheLogoAndTheRadioArt() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            try await database.sql(
                """
                insert into app.blob (tenant_id, sha256, media_type, content)
                values (\(tenant.id), sha256('logo'), 'image/png', 'logo'), (\(tenant.id), sha256('x'), 'image/png', 'x'),
                       (\(tenant.id), sha256('art'), 'image/png', 'art');
                insert into app.art (tenant_id) values (\(tenant.id));
                insert into app.art_image (tenant_id, art_id, position, sha256)
                select tenant_id, art_id, 0, sha256('art') from app.art;
                insert into app.tenant_profile (tenant_id, logo_sha256) values (\(tenant.id), sha256('logo'));
                """)
            try await run(ProgrammeFixture(), database, tenant)
            let left = """
                select string_agg(content, ' ' order by content) from app.blob
                 where sha256 in (sha256('logo'), sha256('art'), sha256('x'));
                """
            #expect(try await database.sql("set bytea_output = escape; \(left)") == "art logo")
        }
    }

    @Test func anImportWithAnErrorWritesNothing() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            try await run(ProgrammeFixture(), database, tenant)
            let before = try await everything(database)
            var broken = ProgrammeFixture()
            try broken.replace("7.2", by: "1.2", in: "QuartetMvt1/measures.tsv")
            await #expect(throws: ImportRefusal.self) { try await run(broken, database, tenant) }
            #expect(try await everything(database) == before)
        }
    }

    /// Spec I19.
    @Test func aPictureThatAnotherConcertUsesCannotBeReplaced() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            try await run(ProgrammeFixture(), database, tenant)
            try await run(ProgrammeFixture(name: "second-evening"), database, tenant)
            var other = ProgrammeFixture(name: "third-evening")
            other.files["images/dot.png"] = ProgrammeFixture.png(width: 2, height: 2)
            let refusal = await #expect(throws: ImportRefusal.self) { try await run(other, database, tenant) }
            #expect(refusal?.faults.map(\.file) == ["images/dot.png"])
            #expect(refusal?.faults.first?.reason.contains("second-evening") == true)
            // A concert that uses the picture itself may not replace it either.
            await #expect(throws: ImportRefusal.self) {
                other.name = "small-evening"
                try await run(other, database, tenant)
            }
        }
    }

    @Test func aConcertCanReplaceAPictureThatNoOtherConcertUses() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            try await run(ProgrammeFixture(), database, tenant)
            var changed = ProgrammeFixture()
            changed.files["images/dot.png"] = ProgrammeFixture.png(width: 2, height: 2)
            #expect(try await run(changed, database, tenant).outcome == .replaced(revision: 2))
            // The other picture is unchanged, so its time is unchanged too.
            #expect(
                try await database.sql(
                    """
                    select (select updated_at from app.image where name = 'dot.png')
                           > (select updated_at from app.image where name = 'dash.gif');
                    """) == "t")
        }
    }

    @Test func twoTenantsCanImportDifferentConcertsWithTheSameNames() async throws {
        try await withDatabase { database in
            let (one, two) = (try await database.tenant("a"), try await database.tenant("b"))
            try await run(ProgrammeFixture(), database, one)
            var other = ProgrammeFixture()
            try other.replace("Written in Spillville.", by: "Ours.", in: "QuartetMvt1/annotations.tsv")
            other.files["images/dot.png"] = ProgrammeFixture.png(width: 9, height: 9)
            #expect(try await run(other, database, two).outcome == .created)
            #expect(try await pieces(database, one)[0].tracks[1].annotations.map(\.text) == ["Written in Spillville."])
            #expect(try await pieces(database, two)[0].tracks[1].annotations.map(\.text) == ["Ours."])
            #expect(try await run(ProgrammeFixture(), database, one).outcome == .unchanged(revision: 1))
        }
    }

    @Test func onlyAnImportThatChangesContentSendsANotification() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            let listener = NotificationListener(
                conninfo: database.runtimeConninfo, channels: ["tutti"],
                logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }))
            defer { listener.close() }
            var events = listener.events().makeAsyncIterator()
            #expect(await events.next() == .connected)
            try await run(ProgrammeFixture(), database, tenant)
            try await run(ProgrammeFixture(), database, tenant)
            try await run(ProgrammeFixture(), database, tenant, dryRun: true)
            var changed = ProgrammeFixture()
            try changed.replace("A Small Evening", by: "A Smaller Evening", in: "programme.json")
            try await run(changed, database, tenant)
            #expect(await events.next() == .notification(channel: "tutti", payload: "\(tenant.id),content,1"))
            #expect(await events.next() == .notification(channel: "tutti", payload: "\(tenant.id),content,2"))
        }
    }

    @Test func simultaneousImportsOfOneConcertCreateTheConcertOnce() async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            try await ProgrammeFixture().written { path in
                let importer = ConcertImport(database: database.tenants)
                let outcomes = try await withThrowingTaskGroup(of: ImportReport.Outcome.self) { group in
                    for _ in 0..<4 { group.addTask { try await importer.run(folder: path, tenant: tenant.id).outcome } }
                    return try await group.reduce(into: []) { $0.append($1) }
                }
                #expect(outcomes.count { $0 == .created } == 1)
                #expect(outcomes.count { $0 == .unchanged(revision: 1) } == 3)
            }
        }
    }
}

/// Imports of a concert that is on the air.
@Suite struct LiveConcertImportTests {
    private func withLiveConcert(
        at piece: String, measure: Int, _ body: (TestDatabase, Tenant, ConcertImport) async throws -> Void
    ) async throws {
        try await withDatabase { database in
            let tenant = try await database.tenant("a")
            let importer = ConcertImport(database: database.tenants)
            try await ProgrammeFixture().written { _ = try await importer.run(folder: $0, tenant: tenant.id) }
            try await database.sql(
                """
                insert into app.live (tenant_id, concert_id, piece_id, measure, state, source, revision)
                select tenant_id, concert_id, piece_id, \(measure), 'running', 'operator', 7
                  from app.piece where name = '\(piece)';
                """)
            try await body(database, tenant, importer)
        }
    }

    private func place(_ database: TestDatabase) async throws -> String {
        try await database.sql(
            "select p.name, l.measure, l.revision from app.live l join app.piece p using (tenant_id, piece_id);")
    }

    @Test func anImportKeepsTheLivePosition() async throws {
        try await withLiveConcert(at: ProgrammeFixture.study, measure: 3) { database, tenant, importer in
            var changed = ProgrammeFixture()
            try changed.replace("The end.", by: "The very end.", in: "Study/annotations.tsv")
            let report = try await changed.written { try await importer.run(folder: $0, tenant: tenant.id) }
            #expect(report.outcome == .replaced(revision: 2))
            #expect(try await place(database) == "\(ProgrammeFixture.study)|3|7")
        }
    }

    @Test func aNewSpellingOfThePieceOnTheAirIsRecordedAsALiveChange() async throws {
        try await withLiveConcert(at: ProgrammeFixture.quartet, measure: 2) { database, tenant, importer in
            var changed = ProgrammeFixture()
            changed.files["getPieces.txt"] = nil
            try changed.replace("No. 12: Mvt. 1", by: "No. 12: Mvt 1", in: "programme.json")
            try changed.replace("\"Mvt. 1\"", by: "\"Mvt 1\"", in: "programme.json")
            _ = try await changed.written { try await importer.run(folder: $0, tenant: tenant.id) }
            #expect(try await place(database) == "Dvořák, String Quartet No. 12: Mvt 1|2|8")
            #expect(
                try await database.sql("select piece, measure, revision from app.live_change;")
                    == "Dvořák, String Quartet No. 12: Mvt 1|2|8")
        }
    }

    @Test func anImportWithoutThePieceOnTheAirIsRefused() async throws {
        try await withLiveConcert(at: ProgrammeFixture.quartet, measure: 2) { database, tenant, importer in
            var changed = ProgrammeFixture()
            changed.files["getPieces.txt"] = nil
            try changed.replace("No. 12: Mvt. 1", by: "No. 13: Mvt. 1", in: "programme.json")
            try changed.replace("Quartet No. 12\"", by: "Quartet No. 13\"", in: "programme.json")
            for dryRun in [true, false] {
                let refusal = await #expect(throws: ImportRefusal.self) {
                    _ = try await changed.written {
                        try await importer.run(folder: $0, tenant: tenant.id, dryRun: dryRun)
                    }
                }
                #expect(refusal?.faults.first?.reason.contains("on the air at \"\(ProgrammeFixture.quartet)\"") == true)
            }
            #expect(try await place(database) == "\(ProgrammeFixture.quartet)|2|7")
        }
    }

    @Test func anImportThatRemovesTheMeasureOnTheAirIsRefused() async throws {
        try await withLiveConcert(at: ProgrammeFixture.quartet, measure: 4) { database, tenant, importer in
            var changed = ProgrammeFixture()
            try changed.replace("4\t7.2\t4\t1\n", by: "", in: "QuartetMvt1/measures.tsv")
            try changed.replace("4\t9.23", by: "3\t9.23", in: "QuartetMvt1/structure.tsv")
            try changed.replace("\"measures\": 4", by: "\"measures\": 3", in: "programme.json")
            let refusal = await #expect(throws: ImportRefusal.self) {
                _ = try await changed.written { try await importer.run(folder: $0, tenant: tenant.id) }
            }
            #expect(refusal?.faults.first?.reason.contains("measure 4") == true)
            #expect(try await place(database) == "\(ProgrammeFixture.quartet)|4|7")
        }
    }
}
