import Testing

@testable import RadioImports

struct PlayedImportTests {
    private static let rows = """
        1,1,kan-88,2026-07-13T12:03:59Z,Ricky Martin,María,USSM19900001\r
        2,2,kan-bet,2026-07-13T12:05:00Z,September,Cry For You,none\r

        """

    @Test func playsAreKeptAndCorrectedAndNeverTakenAway() async throws {
        try await ImportRig.with { rig in
            let report = try await rig.bring("plays", [("plays.csv", PlaysReaderTests.head + Self.rows)])
            #expect(
                report.notices.first.map(\.message) == [
                    "cut kan-bet 2026-07-13T12:05:00.000Z: its ISRC NONE is left out: it is none"
                ])
            #expect(
                try await rig.ask("select artist, isrc from app.cut order by starts_at")
                    == ["Ricky Martin|USSM19900001", "September|"])
            let corrected = Self.rows.replacing("Cry For You", with: "Cry for You").split(separator: "\r\n")[1] + "\r\n"
            let next = try await rig.bring("plays", [("plays.csv", PlaysReaderTests.head + corrected)])
            #expect(next.counts.first { $0.kind == "cut" }?.changed == 1)
            #expect(try await rig.ask("select count(*) from app.cut") == ["2"])
        }
    }

    @Test func stationsJSONNamesChannelsThatAreMentioned() async throws {
        try await ImportRig.with { rig in
            try await rig.bring("plays", [("plays.csv", PlaysReaderTests.head + Self.rows)])
            let report = try await rig.bring(
                "plays", [("stations.json", #"[{"slug": "kan-88", "name": "כאן 88"}]"#)])
            #expect(report.counts.first { $0.kind == "channel" }?.changed == 1)
            #expect(
                try await rig.bring("plays", [("plays.csv", PlaysReaderTests.head + Self.rows)]).outcome == .unchanged)
            #expect(try await rig.ask("select name from app.channel where slug = 'kan-88'") == ["כאן 88"])
        }
    }

    @Test func aTracklistBelongsToItsBroadcast() async throws {
        try await ImportRig.with { rig in
            let row = "Manzel,Space Funk,,Alpha,0,Gilles Peterson,Summer,2026-07-18T15:00:00+01:00\n"
            let files = [("list.csv", TracklistsReaderTests.head + row)]
            let report = try await rig.bring("tracklists", files)
            #expect(report.outcome == .published)
            #expect(
                try await rig.ask(
                    "select c.title, c.position, e.title from app.cut c join app.airing a using (tenant_id, airing_id) "
                        + "join app.episode e using (tenant_id, episode_id)") == ["Space Funk|0|Summer"])
            #expect(try await rig.bring("tracklists", files).outcome == .unchanged)
        }
    }

    /// However long a source is, a few batches of it are held.
    @Test func stagingHoldsAFewBatches() throws {
        var largest = 0
        let sink = StagingSink { largest = max(largest, $0.count) }
        for number in 0..<3500 {
            try sink.item(.genre(GenreDraft(key: "\(number)", name: "\(number)")), at: Place(file: "a", line: number))
        }
        try sink.flush()
        #expect(largest == StagingSink.batchSize)
        #expect(sink.count == 3500)
    }
}
