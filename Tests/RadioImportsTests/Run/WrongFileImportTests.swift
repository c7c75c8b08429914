import Testing

@testable import RadioImports

/// Files in another format: nothing is imported, and no channel is created.
struct WrongFileImportTests {
    @Test(arguments: [
        ("tracklists", "list.csv", "name,street\nA,B\n"), ("plays", "plays.csv", "name,street\nA,B\n"),
        ("eibi", "sked-a23.csv", "name,street\nA,B\n"), ("xmltv", "guide.xml", "<epg><channel id='a'/></epg>"),
        ("m3u", "list.m3u8", "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\nhttps://a.example/1.ts\n"),
    ])
    func aFileOfAnotherFormatIsRefused(format: String, name: String, text: String) async throws {
        try await ImportRig.with { rig in
            let report = try await rig.importFile(format, [(name, text)])
            #expect(report.outcome == .refused)
            #expect(report.faults.total == 1)
            #expect(try await rig.rows("select count(*) from app.channel") == ["0"])
            #expect(try await rig.importFile(format, [(name, text)], isDryRun: true).outcome == .refused)
        }
    }

    /// A companion file in the right format does not make a wrong file acceptable.
    @Test func aStationListIsNotImportedWhenThePlaysFileIsWrong() async throws {
        try await ImportRig.with { rig in
            let stations = ("stations.json", #"[{"slug": "kan-88", "name": "Kan 88"}]"#)
            let report = try await rig.importFile("plays", [stations, ("plays.csv", "name,street\nA,B\n")])
            #expect(report.outcome == .refused)
            #expect(try await rig.rows("select count(*) from app.channel") == ["0"])
            #expect(try await rig.importFile("plays", [stations]).outcome == .published)
        }
    }

    @Test func aPlaysFileIsImportedWhenAnotherFileIsWrong() async throws {
        try await ImportRig.with { rig in
            let good = PlaysReaderTests.head + "1,1,kan-88,2026-07-13T12:03:59Z,A,B,\r\n"
            let report = try await rig.importFile(
                "plays", [("addresses.csv", "name,street\nA,B\n"), ("plays.csv", good)])
            #expect(report.outcome == .published && report.faults.total == 1)
            #expect(try await rig.rows("select slug from app.channel") == ["kan-88"])
        }
    }
}
