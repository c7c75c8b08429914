import Testing
import TestSupport
import Web
import WebTestSupport
import XML

@testable import RadioExports

struct SPIRoutesTests {
    private static func with(_ body: (RouteStage, _ channel: Int64, _ show: Int64) async throws -> Void) async throws {
        try await ExportStage.with { stage in
            let channel = try await stage.database.channel("zurnal", timeZone: "Europe/Prague", in: stage.here)
            let show = try await stage.database.show("Káva & čaj", in: stage.here)
            try await stage.change(
                """
                update app.channel set name = 'Radiožurnál a jeho přátelé', short_name = 'RŽ', language = 'cs',
                                       description = 'Zprávy', website = 'https://z.example/';
                insert into app.bearer (channel_id, uri, media_type, bitrate, cost, offset_ms)
                values (\(channel), 'https://z.example/live', 'audio/aac', 128, 30, 4000),
                       (\(channel), 'fm:ce1.c479.09580', '', 0, 10, 0), (\(channel), 'dab:ce1.c185.c479.0', '', 0, 20, 0);
                insert into app.bearer (channel_id, uri, purpose) values (\(channel), 'https://z.example/past', 'time-shift');
                insert into app.genre (name, code) values ('News', 'urn:tva:metadata:cs:ContentCS:2011:3.1.1'), ('Ours', 'x');
                insert into app.channel_genre (channel_id, genre_id) select \(channel), genre_id from app.genre;
                insert into app.art (alt) values ('');
                insert into app.art_image (art_id, position, width, height, media_type, url)
                select art_id, i, w, h, 'image/png', 'https://p.example/' || w from app.art,
                       (values (0, 32, 32), (1, 600, 600), (2, 50, 50)) v (i, w, h);
                update app.channel set art_id = (select art_id from app.art);
                """)
            try await body(stage, channel, show)
        }
    }

    /// Spec E1.
    @Test func getServiceInformationDescribesTheProviderAndItsServices() async throws {
        try await Self.with { stage, _, _ in
            #expect(
                await stage.send(.get, "/radiodns/spi/3.1/SI.xml").text == """
                    <?xml version="1.0"?>
                    <serviceInformation xmlns="http://www.worlddab.org/schemas/spi/31" creationTime="2026-06-15T00:00:00+00:00" \
                    originator="Tutti" xml:lang="en">
                      <services>
                        <serviceProvider>
                          <shortName>Here</shortName>
                          <mediumName>Here</mediumName>
                          <longName>Here</longName>
                          <link uri="http://here/" mimeValue="text/html"/>
                        </serviceProvider>
                        <service>
                          <shortName xml:lang="cs">RŽ</shortName>
                          <mediumName xml:lang="cs">Radiožurnál a je</mediumName>
                          <longName xml:lang="cs">Radiožurnál a jeho přátelé</longName>
                          <mediaDescription>
                            <shortDescription xml:lang="cs">Zprávy</shortDescription>
                          </mediaDescription>
                          <mediaDescription>
                            <multimedia type="logo_colour_square" url="https://p.example/32" mimeValue="image/png" width="32" height="32"/>
                          </mediaDescription>
                          <mediaDescription>
                            <multimedia type="logo_unrestricted" url="https://p.example/600" mimeValue="image/png" width="600" height="600"/>
                          </mediaDescription>
                          <genre href="urn:tva:metadata:cs:ContentCS:2011:3.1.1"/>
                          <link uri="https://z.example/" mimeValue="text/html"/>
                          <bearer id="fm:ce1.c479.09580" cost="10"/>
                          <bearer id="dab:ce1.c185.c479.0" cost="20"/>
                          <bearer id="https://z.example/live" cost="30" offset="4000" mimeValue="audio/aac" bitrate="128"/>
                          <radiodns fqdn="here" serviceIdentifier="zurnal"/>
                        </service>
                      </services>
                    </serviceInformation>

                    """)
        }
    }

    /// Spec E2.
    @Test func getProgrammeInformationByFMCoversTheLocalDayOfTheChannel() async throws {
        try await Self.with { stage, channel, show in
            for (start, end) in [
                ("2026-06-14T21:30:00Z", "2026-06-14T22:30:00Z"), ("2026-06-14T22:30:00Z", "2026-06-14T23:00:00Z"),
                ("2026-06-15T21:59:59Z", "2026-06-15T23:00:00Z"), ("2026-06-15T23:00:00Z", "2026-06-15T23:30:00Z"),
            ] {
                try await stage.database.airing(of: show, on: channel, from: start, to: end, in: stage.here)
            }
            func schedule(_ day: String) async throws -> (scope: XMLElement?, times: [String?]) {
                let root = try await stage.document("/radiodns/spi/3.1/fm/ce1/c479/09580/\(day)_PI.xml")
                let schedule = root.child(named: "schedule")
                let times = schedule?.children(named: "programme")
                    .map { $0.child(named: "location")?.child(named: "time")?.attributes["time"] }
                return (schedule?.child(named: "scope"), times ?? [])
            }
            let day = try await schedule("20260615")
            #expect(
                day.scope?.attributes == [
                    "startTime": "2026-06-15T00:00:00+02:00", "stopTime": "2026-06-16T00:00:00+02:00",
                ])
            #expect(day.scope?.children.map { $0.attributes["id"] } == ["fm:ce1.c479.09580"])
            #expect(day.times == ["2026-06-15T00:30:00+02:00", "2026-06-15T23:59:59+02:00"])
            #expect(try await schedule("20260614").times == ["2026-06-14T23:30:00+02:00"])
            #expect(try await schedule("20260616").times == ["2026-06-16T01:00:00+02:00"])
        }
    }

    @Test func programmeInformationContainsAllKnownDetailsOfABroadcast() async throws {
        try await Self.with { stage, channel, show in
            let episode = try await stage.database.episode("Díl 1", of: show, in: stage.here)
            let airing = try await stage.database.airing(
                of: show, episode: episode, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:30:00Z",
                in: stage.here)
            let version = try await stage.database.version(
                of: episode, from: "2026-06-15T10:00:00Z", until: "2026-06-22T10:00:00Z", in: stage.here)
            let cut = try await stage.database.cut(
                "Lento", artist: "Kvartet", on: channel, at: "2026-06-15T12:05:01Z", in: stage.here)
            try await stage.change(
                """
                update app.airing set actual_start = '2026-06-15T12:01:00Z';
                update app.episode set part = 4, description = 'O čem to je';
                insert into app.segment (airing_id, offset_ms, duration_ms, kind, title)
                values (\(airing), 0, 90000, 'news', 'Zprávy');
                insert into app.version_media (version_id, url, media_type, purpose)
                values (\(version), 'https://z.example/1.m3u8', 'application/x-mpegurl', 'stream'),
                       (\(version), 'https://z.example/1.mp3', 'audio/mpeg', 'download')
                """)
            let segment = try #require(
                Int64(try await stage.sql("select segment_id from app.segment").split(separator: "\n").last ?? ""))
            let answer = await stage.send(.get, "/radiodns/spi/3.1/dab/ce1/c185/c479/0/20260615_PI.xml")
            #expect(
                answer.text == """
                    <?xml version="1.0"?>
                    <epg xmlns="http://www.worlddab.org/schemas/spi/31" xml:lang="cs">
                      <schedule version="1" creationTime="2026-06-15T02:00:00+02:00" originator="Tutti">
                        <scope startTime="2026-06-15T00:00:00+02:00" stopTime="2026-06-16T00:00:00+02:00">
                          <serviceScope id="dab:ce1.c185.c479.0"/>
                        </scope>
                        <programme shortId="\(airing & 0xFF_FFFF)" id="crid://here/airings/\(airing)" version="1">
                          <mediumName>Káva &amp; čaj</mediumName>
                          <longName>Káva &amp; čaj</longName>
                          <location>
                            <time time="2026-06-15T14:00:00+02:00" duration="PT1H30M" actualTime="2026-06-15T14:01:00+02:00" \
                    actualDuration="PT1H29M"/>
                            <bearer id="dab:ce1.c185.c479.0" cost="20"/>
                          </location>
                          <onDemand>
                            <presentationTime start="2026-06-15T12:00:00+02:00" end="2026-06-22T12:00:00+02:00" duration="PT1H29M"/>
                            <bearer id="https://z.example/1.m3u8" cost="0" mimeValue="application/x-mpegurl"/>
                          </onDemand>
                          <mediaDescription>
                            <shortDescription>Díl 1</shortDescription>
                          </mediaDescription>
                          <mediaDescription>
                            <longDescription>O čem to je</longDescription>
                          </mediaDescription>
                          <memberOf id="crid://here/shows/\(show)" shortId="\(show & 0xFF_FFFF)" index="4"/>
                          <programmeEvent shortId="\(segment & 0xFF_FFFF)" id="crid://here/segments/\(segment)">
                            <mediumName>Zprávy</mediumName>
                            <longName>Zprávy</longName>
                            <location>
                              <relativeTime time="PT0S" duration="PT1M30S"/>
                            </location>
                          </programmeEvent>
                          <programmeEvent shortId="\(cut & 0xFF_FFFF)" id="crid://here/cuts/\(cut)">
                            <mediumName>Kvartet – Lento</mediumName>
                            <longName>Kvartet – Lento</longName>
                            <location>
                              <relativeTime time="PT4M1S" duration="PT1H24M59S"/>
                            </location>
                          </programmeEvent>
                        </programme>
                      </schedule>
                    </epg>

                    """)
        }
    }

    @Test func programmeInformationOffersDownloadsExceptForMusic() async throws {
        try await Self.with { stage, channel, show in
            let episode = try await stage.database.episode("Díl 1", of: show, in: stage.here)
            try await stage.database.airing(
                of: show, episode: episode, on: channel, from: "2026-06-15T12:00:00Z", to: "2026-06-15T13:30:00Z",
                in: stage.here)
            let version = try await stage.database.version(
                of: episode, from: "2026-06-15T10:00:00Z", until: "2026-06-22T10:00:00Z", in: stage.here)
            try await stage.change(
                """
                update app.version set is_downloadable = true;
                insert into app.version_media (version_id, url, media_type, purpose)
                values (\(version), 'https://z.example/1.m3u8', 'application/x-mpegurl', 'stream'),
                       (\(version), 'https://z.example/1.mp3', 'audio/mpeg', 'download')
                """)
            func onDemand() async throws -> [String] {
                let root = try await stage.document("/radiodns/spi/3.1/dab/ce1/c185/c479/0/20260615_PI.xml")
                let element = root.child(named: "schedule")?.child(named: "programme")?.child(named: "onDemand")
                return element?.children.map { "\($0.name) \($0.attributes["id"] ?? $0.attributes["end"] ?? "")" } ?? []
            }
            let (end, stream) = ("2026-06-22T12:00:00+02:00", "bearer https://z.example/1.m3u8")
            #expect(
                try await onDemand() == [
                    "presentationTime \(end)", "acquisitionTime \(end)", stream, "bearer https://z.example/1.mp3",
                ])
            try await stage.change("update app.show set is_music = true")
            #expect(try await onDemand() == ["presentationTime \(end)", stream])
        }
    }

    @Test func theServiceInformationLinksToGetProgrammeInformationByName() async throws {
        try await Self.with { stage, _, _ in
            let service = try await stage.document("/radiodns/spi/3.1/SI.xml").child(named: "services")?
                .child(named: "service")?.child(named: "radiodns")?.attributes
            let (name, identifier) = (try #require(service?["fqdn"]), try #require(service?["serviceIdentifier"]))
            let root = try await stage.document("/radiodns/spi/3.1/id/\(name)/\(identifier)/20260615_PI.xml")
            let scope = root.child(named: "schedule")?.child(named: "scope")
            #expect(
                scope?.children.map { $0.attributes["id"] } == [
                    "fm:ce1.c479.09580", "dab:ce1.c185.c479.0", "https://z.example/live",
                ])
        }
    }

    /// Spec E2.
    @Test(arguments: [
        "fm/ce1/c479/09590/20260615_PI.xml", "fm/ce1/c479/09580/20260230_PI.xml", "fm/ce1/c479/09580/20260615.xml",
        "fm/ce1/c479/09580/PI.xml", "dab/ce1/c185/c479/1/20260615_PI.xml", "id/there/zurnal/20260615_PI.xml",
        "id/here/zurna/20260615_PI.xml",
    ])
    func programmeInformationOfAnUnknownServiceOrDayIsNotFound(path: String) async throws {
        try await Self.with { stage, _, _ in
            #expect(await stage.send(.get, "/radiodns/spi/3.1/" + path).status == 404)
        }
    }

    @Test func servicesOfOtherTenantsAndInactiveChannelsAreNotFound() async throws {
        try await Self.with { stage, _, _ in
            let path = "/radiodns/spi/3.1/fm/ce1/c479/09580/20260615_PI.xml"
            let foreign = await stage.send(.get, path, at: "there")
            #expect(foreign.status == 404)
            #expect(
                await stage.send(.get, "/radiodns/spi/3.1/SI.xml", at: "there").text.contains("Radiožurnál") == false)
            try await stage.change("update app.channel set active = false")
            #expect(await stage.send(.get, path).bytes == foreign.bytes)
        }
    }

    @Test(arguments: [
        ("zurnal", 7, "zurnal"), ("radio-1", 7, "c7"), ("c12", 7, "c7"), ("c", 7, "c7"), ("cz", 7, "cz"),
        ("averylongnameofachannel", 7, "c7"), ("radio-1", 222_800_327_015_438_600, "k0001oxs4h8b0ow8"),
        ("k0001oxs4h8b0ow8", 7, "c7"), ("klassik", 7, "klassik"), ("radio-1", .max, "k001y2p0ij32e8e7"),
    ])
    func aServiceIdentifierHasAtMost16LettersAndDigits(slug: String, id: Int64, identifier: String) {
        let channel = StationChannel(
            id: .init(rawValue: id), slug: slug, name: "", shortName: "", description: "", language: "", website: nil,
            number: nil, clock: WallClock("UTC"))
        #expect(channel.serviceIdentifier == identifier)
    }
}
