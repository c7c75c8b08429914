import Testing

@testable import RadioImports

struct PlayedImportTests {
    private static let rows = """
        1,1,kan-88,2026-07-13T12:03:59Z,Ricky Martin,María,USSM19900001\r
        2,2,kan-bet,2026-07-13T12:05:00Z,September,Cry For You,none\r

        """

    @Test func aLaterFileCorrectsPlaysWithoutRemovingOtherPlays() async throws {
        try await ImportRig.with { rig in
            let report = try await rig.importFile("plays", [("plays.csv", PlaysReaderTests.head + Self.rows)])
            #expect(
                report.notices.first.map(\.message) == [
                    "played track kan-bet 2026-07-13T12:05:00.000Z: its ISRC \"NONE\" is not imported: "
                        + "it must be an ISRC (ISO 3901) of 12 upper-case letters and digits, without hyphens, such as CZA012300001"
                ])
            #expect(
                try await rig.rows("select artist, isrc from app.cut order by starts_at")
                    == ["Ricky Martin|USSM19900001", "September|"])
            let corrected = Self.rows.replacing("Cry For You", with: "Cry for You").split(separator: "\r\n")[1] + "\r\n"
            let next = try await rig.importFile("plays", [("plays.csv", PlaysReaderTests.head + corrected)])
            #expect(next.counts.first { $0.kind == "cut" }?.changed == 1)
            #expect(try await rig.rows("select count(*) from app.cut") == ["2"])
        }
    }

    @Test func stationsJSONNamesChannelsThatPlaysMention() async throws {
        try await ImportRig.with { rig in
            try await rig.importFile("plays", [("plays.csv", PlaysReaderTests.head + Self.rows)])
            let report = try await rig.importFile(
                "plays", [("stations.json", #"[{"slug": "kan-88", "name": "כאן 88"}]"#)])
            #expect(report.counts.first { $0.kind == "channel" }?.changed == 1)
            #expect(
                try await rig.importFile("plays", [("plays.csv", PlaysReaderTests.head + Self.rows)]).outcome
                    == .unchanged)
            #expect(try await rig.rows("select name from app.channel where slug = 'kan-88'") == ["כאן 88"])
        }
    }

    /// Creates a channel as another source or a person would.
    private func makeChannel(_ slug: String, in rig: ImportRig) async throws {
        try await rig.database.sql(
            """
            set app.tenant_id = '\(rig.here.id)';
            insert into app.channel (slug, name, time_zone) values ('\(slug)', 'By hand', 'Asia/Jerusalem');
            """, user: "app_rt")
    }

    @Test func playsBelongToAnExistingChannelWithTheirSlug() async throws {
        try await ImportRig.with { rig in
            try await makeChannel("kan-88", in: rig)
            let files = [("plays.csv", PlaysReaderTests.head + Self.rows.replacing("kan-bet", with: "kan-88"))]
            var dry = try await rig.importFile("plays", files, isDryRun: true)
            let report = try await rig.importFile("plays", files)
            #expect(
                report.notices.first.last?.message
                    == "channel kan-88 has the same short name as the existing channel \"By hand\" (kan-88): its broadcasts "
                    + "are added to the existing channel, which is not changed")
            let count = report.counts.first { $0.kind == "channel" }
            #expect(count?.new == 0 && count?.changed == 0 && count?.unchanged == 1)
            dry.outcome = report.outcome
            #expect(dry == report)
            #expect(try await rig.rows("select slug, name, revision from app.channel") == ["kan-88|By hand|1"])
            #expect(
                try await rig.rows(
                    "select c.slug, u.title from app.cut u join app.channel c using (tenant_id, channel_id)"
                )
                .sorted() == ["kan-88|Cry For You", "kan-88|María"])
            #expect(try await rig.importFile("plays", files).outcome == .unchanged)
        }
    }

    @Test func aTracklistBelongsToAnExistingChannelWithItsSlug() async throws {
        try await ImportRig.with { rig in
            try await makeChannel("list", in: rig)
            let row = "Manzel,Space Funk,,Alpha,0,Gilles Peterson,Summer,2026-07-18T15:00:00+01:00\n"
            let files = [("list.csv", TracklistsReaderTests.head + row)]
            let report = try await rig.importFile("tracklists", files)
            #expect(report.outcome == .published && report.faults.total == 0)
            #expect(
                try await rig.rows(
                    "select c.slug, a.planned_start at time zone 'UTC' from app.airing a "
                        + "join app.channel c using (tenant_id, channel_id)") == ["list|2026-07-18 14:00:00"])
            #expect(
                try await rig.rows(
                    "select c.slug from app.show_channel join app.channel c using (tenant_id, channel_id)")
                    == ["list"])
            #expect(try await rig.importFile("tracklists", files).outcome == .unchanged)
        }
    }

    @Test func theSongsOfATracklistBelongToItsBroadcast() async throws {
        try await ImportRig.with { rig in
            let row = "Manzel,Space Funk,,Alpha,0,Gilles Peterson,Summer,2026-07-18T15:00:00+01:00\n"
            let files = [("list.csv", TracklistsReaderTests.head + row)]
            let report = try await rig.importFile("tracklists", files)
            #expect(report.outcome == .published)
            #expect(
                try await rig.rows(
                    "select c.title, c.position, e.title from app.cut c join app.airing a using (tenant_id, airing_id) "
                        + "join app.episode e using (tenant_id, episode_id)") == ["Space Funk|0|Summer"])
            #expect(try await rig.importFile("tracklists", files).outcome == .unchanged)
        }
    }

    /// The sink passes on each full batch, so memory does not grow with the length of the source.
    @Test func stagingKeepsAtMostOneBatchInMemory() throws {
        var largest = 0
        let sink = StagingSink { largest = max(largest, $0.count) }
        for number in 0..<3500 {
            try sink.item(
                .genre(GenreDraft(key: "\(number)", name: "\(number)")), at: FilePosition(file: "a", line: number))
        }
        try sink.flush()
        #expect(largest == StagingSink.batchSize)
        #expect(sink.count == 3500)
    }
}
