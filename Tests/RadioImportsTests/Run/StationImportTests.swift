import Testing

@testable import RadioImports

struct StationImportTests {
    private static let catalogue =
        CRoPages.station + [
            (
                "episodes.json",
                CRoPages.page(CRoPages.episode("e1"), CRoPages.episode("e2", show: "elsewhere", links: ""))
            ),
            (
                "schedule.json",
                CRoPages.page(
                    CRoPages.broadcast(
                        "b1", since: "2027-03-20T19:10:00+01:00", till: "2027-03-20T19:20:00+01:00", show: "s1"))
            ),
        ]

    @Test func anImportPublishesTheItemsOfItsSource() async throws {
        try await ImportRig.with { rig in
            let report = try await rig.importFile("cro", Self.catalogue)
            #expect(report.outcome == .published)
            #expect(report.faults.total == 0)
            #expect(
                try await rig.rows("select slug, name, colour, time_zone from app.channel")
                    == ["radiozurnal|Český rozhlas Radiožurnál|#ed2e38|Europe/Prague"])
            #expect(
                try await rig.rows("select title, active from app.show order by title")
                    == ["\"Naši\" cizinci|t", "Zelená vlna|t"])
            #expect(try await rig.rows("select purpose from app.bearer order by position") == ["live", "time-shift"])
            #expect(try await rig.rows("select role from app.show_credit") == ["host"])
            #expect(try await rig.rows("select count(*) from app.version") == ["1"])
            #expect(try await rig.rows("select count(*) from app.airing") == ["1"])
            #expect(try await rig.rows("select count(*) from app.radio_stage") == ["0"])
            #expect(try await rig.rows("select revision from app.radio_revision") == ["1"])
            #expect(rig.announcer.messages.count == 1)
            #expect(try await rig.rows("select action, subject from app.audit_event") == ["radio.import|cro"])
        }
    }

    /// Spec R68.
    @Test func importingTheSameFileAgainChangesNoRows() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("cro", Self.catalogue)
            let picture =
                "select 'show', show_id, revision, updated_at from app.show union all "
                + "select 'episode', episode_id, revision, updated_at from app.episode union all "
                + "select 'version', version_id, revision, updated_at from app.version union all "
                + "select 'channel', channel_id, revision, updated_at from app.channel union all "
                + "select 'airing', airing_id, revision, updated_at from app.airing order by 1, 2"
            let before = try await rig.rows(picture)
            let report = try await rig.importFile("cro", Self.catalogue)
            #expect(report.outcome == .unchanged)
            #expect(report.counts.allSatisfy { $0.new == 0 && $0.changed == 0 && $0.unchanged > 0 })
            #expect(try await rig.rows(picture) == before)
            #expect(try await rig.rows("select revision from app.radio_revision") == ["1"])
            #expect(rig.announcer.messages.count == 1)
            #expect(
                try await rig.rows("select outcome from app.radio_import order by import_id") == [
                    "published", "unchanged",
                ])
        }
    }

    @Test func onlyChangedItemsGetANewRevision() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("cro", Self.catalogue)
            let report = try await rig.importFile(
                "cro", [("e.json", CRoPages.page(CRoPages.episode("e1", title: "Jiný díl")))])
            #expect(report.counts.first { $0.kind == "episode" }?.changed == 1)
            #expect(
                try await rig.rows("select source_key, revision from app.episode order by 1") == ["e1|2", "e2|1"])
            #expect(try await rig.rows("select count(*) from app.show where revision > 1") == ["0"])
        }
    }

    /// A page with the show itself comes before or after a page that only mentions the show.
    @Test func anEpisodeThatMentionsAKnownShowDoesNotRenameTheShow() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("cro", Self.catalogue)
            let report = try await rig.importFile(
                "cro", [("e.json", CRoPages.page(CRoPages.episode("e3", mirrored: "Jiný název")))])
            #expect(report.counts.first { $0.kind == "show" }?.changed == 0)
            #expect(try await rig.rows("select title from app.show where source_key = 's1'") == ["\"Naši\" cizinci"])
        }
    }

    /// Spec R68.
    @Test func aDryRunReportsTheSameAsTheImportAndWritesNothing() async throws {
        try await ImportRig.with { rig in
            var dry = try await rig.importFile("cro", Self.catalogue, isDryRun: true)
            #expect(dry.outcome == .dryRun)
            #expect(try await rig.rows("select count(*) from app.show") == ["0"])
            #expect(rig.announcer.messages == [])
            let real = try await rig.importFile("cro", Self.catalogue)
            dry.outcome = real.outcome
            #expect(dry.counts == real.counts)
            #expect(dry.faults == real.faults)
            #expect(dry.notices == real.notices)
            #expect(dry.losses == real.losses)
        }
    }

    @Test func aFaultRefusesTheWholeImportOnlyInStrictMode() async throws {
        try await ImportRig.with { rig in
            let files = Self.catalogue + [("more.json", CRoPages.page(CRoPages.episode("e9", title: "")))]
            let refused = try await rig.importFile("cro", files, isStrict: true)
            #expect(refused.outcome == .refused)
            #expect(try await rig.rows("select count(*) from app.show") == ["0"])
            let report = try await rig.importFile("cro", files)
            #expect(report.outcome == .published)
            #expect(report.faults.first.map(\.position.description) == ["more.json:2 /data/0/attributes/title"])
            #expect(try await rig.rows("select count(*) from app.episode") == ["2"])
        }
    }

    @Test func aFileWithoutUsableItemsIsRefused() async throws {
        try await ImportRig.with { rig in
            let report = try await rig.importFile("cro", [("a.json", "station_slug,title\r\n")])
            #expect(report.outcome == .refused)
        }
    }

    @Test func aBroadcastOnAnUnknownStationIsAFaultWithItsPosition() async throws {
        try await ImportRig.with { rig in
            let report = try await rig.importFile(
                "cro",
                Self.catalogue + [
                    (
                        "z.json",
                        CRoPages.page(
                            CRoPages.broadcast(
                                "b9", since: "2027-01-01T10:00:00Z", till: "2027-01-01T11:00:00Z", station: "nobody"))
                    )
                ])
            #expect(report.faults.total == 1)
            #expect(report.faults.first[0].position.description == "z.json:2 /data/0")
            #expect(try await rig.rows("select count(*) from app.airing") == ["1"])
        }
    }

    @Test func aChannelKeepsTheCategoriesOfEarlierImports() async throws {
        func services(_ groups: String, _ name: String) -> [(String, String)] {
            let document = """
                <serviceInformation xmlns="http://www.worlddab.org/schemas/spi/31" xml:lang="en">\(groups)<services>
                <service><longName>\(name)</longName><bearer id="fm:ce1.c479.09580"/><memberOf id="talk"/></service>
                </services></serviceInformation>
                """
            return [("SI.xml", document)]
        }
        try await ImportRig.with { rig in
            let group = "<serviceGroup id=\"talk\"><longName>Talk</longName></serviceGroup>"
            try await rig.importFile("spi", services("<serviceGroups>\(group)</serviceGroups>", "One"))
            try await rig.importFile("spi", services("", "Radio One"))
            #expect(
                try await rig.rows(
                    """
                    select c.name, k.name, o.is_primary
                      from app.channel_category o
                      join app.channel c using (tenant_id, channel_id)
                      join app.category k using (tenant_id, category_id)
                    """) == ["Radio One|Talk|t"])
        }
    }

    @Test func equalKeysInTwoTenantsIdentifyDifferentItems() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("cro", Self.catalogue)
            let report = try await rig.importFile("cro", Self.catalogue, in: rig.there)
            #expect(report.outcome == .published)
            #expect(
                try await rig.rows("select tenant_id, count(*) from app.show group by 1 order by 1")
                    == ["\(rig.here.id)|2", "\(rig.there.id)|2"])
        }
    }

    @Test func sourcesOfOneFormatAreDistinguishedByName() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("cro", Self.catalogue, source: "one")
            try await rig.importFile("cro", Self.catalogue, source: "two")
            #expect(
                try await rig.rows("select source, slug from app.channel order by 1")
                    == ["cro:one|radiozurnal", "cro:two|radiozurnal-2"])
        }
    }

    struct Crash: Error {}

    @Test func anErrorAfterStagingLeavesNoStagedItems() async throws {
        try await ImportRig.with(afterStaging: { throw Crash() }) { rig in
            await #expect(throws: Crash.self) { try await rig.importFile("cro", Self.catalogue) }
            #expect(try await rig.rows("select count(*) from app.radio_stage") == ["0"])
            #expect(try await rig.rows("select count(*) from app.show") == ["0"])
            let next = StationImport(database: rig.database.tenants, announcer: rig.announcer)
            let format = try #require(ImportFormats.format(named: "cro"))
            let record = try await next.run(
                ImportSource(name: "folder", texts: Self.catalogue), as: format, in: rig.here,
                order: StationImport.Order(), by: ImportActor(command: "test"))
            #expect(record.report.outcome == .published)
        }
    }
}
