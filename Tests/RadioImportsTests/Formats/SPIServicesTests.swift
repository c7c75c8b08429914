import Testing

@testable import RadioImports

struct SPIServicesTests {
    @Test func norwegianServicesThatViolateTheSchemaAreRead() throws {
        let found = try SPIReader().read(bytes: try resource("nrk-SI-shortened.xml"), named: "SI.xml")
        #expect(found.reports == [] && found.channels.count == 3)
        let sport = try #require(found.channels.first)
        #expect(sport.key == "nrksport.nonrk.radio.ebu.io/ebu53nonrk")
        #expect(sport.name == "NRK Sport" && sport.shortName == "NRKSpor" && sport.language == "nb-NO")
        // shortDescription is outside of mediaDescription, and link has the attribute url instead of uri.
        #expect(sport.description == "NRK Sport" && sport.website == "http://www.nrk.no/sport")
        #expect(
            sport.art?.images.map { [$0.width, $0.height] } == [
                [32, 32], [112, 32], [128, 128], [320, 240], [600, 600],
            ])
        #expect(sport.bearers.map(\.uri).contains("dab:fe2.f201.f30a.0"))
        let stream = try #require(sport.bearers.first { $0.uri.hasPrefix("http:") })
        #expect(stream.cost == 100 && stream.offsetMs == 2000 && stream.mediaType == "audio/aac")
        #expect(Set(found.channels.flatMap(\.genres)) == Set(found.genres.map(\.key)))
        #expect(found.genres.allSatisfy { $0.code == $0.key && !$0.name.isEmpty })
    }

    @Test func aTransmitterWithBothFormsOfItsCountryCodeIsOneBearer() throws {
        let found = try SPIReader().read(bytes: try resource("radio24-SI.xml"), named: "SI.xml")
        let channel = try #require(found.channels.first)
        #expect(found.channels.count == 1 && found.reports == [])
        #expect(channel.bearers.filter { $0.uri.hasPrefix("fm:4e1.4f15.") }.count == 11)
        #expect(channel.bearers.count == 12)
        #expect(channel.bearers.first { $0.uri.hasPrefix("http") }?.bitrate == 128)
        #expect(found.genres.map(\.name) == ["Pop", "Pop-rock", "Local/Regional", "News"])
    }

    @Test(arguments: [
        ("fm:CH.4F15.09580", "fm:4e1.4f15.09580"), ("fm:4E1.4f15.09580", "fm:4e1.4f15.09580"),
        ("fm:gb.c479.09580", "fm:ce1.c479.09580"), ("FM:us.4f15.09580", "fm:us.4f15.09580"),
        ("fm:gb.d479.09580", "fm:gb.d479.09580"), ("dab:CE1.C185.C479.0", "dab:ce1.c185.c479.0"),
        ("HTTPS://Radio.example/Live", "https://Radio.example/Live"), ("fm:ce1.c479.*", "fm:ce1.c479.*"),
        (" fm:ce1.c479.09580 ", "fm:ce1.c479.09580"), ("D0D001", "drm:d0d001"),
    ])
    func bearerURIsAreNormalised(said: String, uri: String) { #expect(BearerURI.normal(said) == uri) }

    @Test(arguments: [
        "", "fm", "fm:", "fm:ce1.c479", "fm:ce1.c479.958", "fm:xyz1.c479.09580", "dab:ce1..0", "a b:c", "http://x y/",
    ])
    func aMalformedBearerURIIsRefused(said: String) { #expect(BearerURI.normal(said) == nil) }

    @Test func servicesWithNamespacePrefixesGroupsAndLanguagesAreRead() throws {
        let found = try SPIReader().read(
            """
            <spi:serviceInformation xmlns:spi="http://www.worlddab.org/schemas/spi" xml:lang="de">
             <spi:serviceGroups><spi:serviceGroup id="g1"><spi:longName>Nachrichten</spi:longName></spi:serviceGroup></spi:serviceGroups>
             <spi:services><spi:service>
              <spi:mediumName xml:lang="fr">Un</spi:mediumName><spi:mediumName xml:lang="de">Eins</spi:mediumName>
              <spi:serviceGroupMember id="g1"/>
              <spi:bearer id="fm:ce1.c479.09580" cost="30"/><spi:bearer id="nonsense"/>
              <spi:mediaDescription><spi:longDescription xml:lang="de">Alles &amp; mehr</spi:longDescription></spi:mediaDescription>
              <spi:mediaDescription><spi:multimedia type="logo_colour_square" url="https://a.example/l.png"/></spi:mediaDescription>
              <spi:genre href="urn:tva:metadata:cs:ContentCS:2011:3.1.1"/>
             </spi:service></spi:services>
            </spi:serviceInformation>
            """, named: "SI.xml")
        let channel = try #require(found.channels.first)
        #expect(channel.key == "fm:ce1.c479.09580" && channel.name == "Eins" && channel.description == "Alles & mehr")
        #expect(channel.categories == ["g1"] && found.categories.map(\.name) == ["Nachrichten"])
        #expect(channel.art?.images.first?.width == 32)
        #expect(found.genres.map(\.name) == ["3.1.1"])
        let report = "SI.xml:6 bearer: the id must be a bearer URI, such as fm:ce1.c479.09580, found \"nonsense\""
        #expect(found.reports == [report])
    }

    @Test func servicesWithoutANameOrUniqueIdentifierAreReportedByLine() throws {
        let found = try SPIReader().read(
            """
            <serviceInformation><services>
            <service><bearer id="fm:ce1.c479.09580"/></service>
            <service><longName>Two</longName></service>
            <service><longName>Three</longName><radiodns fqdn="A.example" serviceIdentifier="x"/></service>
            <service><longName>Four</longName><radiodns fqdn="a.example" serviceIdentifier="x"/></service>
            </services></serviceInformation>
            """)
        #expect(found.channels.map(\.name) == ["Three"])
        #expect(found.faults.map(\.position.line) == [2, 3, 5])
    }

    @Test(arguments: [
        "<tv/>", "<serviceInformation/>", "<!DOCTYPE a [<!ENTITY b 'c'>]><serviceInformation/>", "", "{}",
    ])
    func aFileWithoutServiceInformationIsReportedAsAFault(document: String) throws {
        let found = try SPIReader().read(document)
        #expect(found.items.isEmpty && found.faults.count == 1)
    }

    @Test(arguments: [
        (
            "<link url='https://a.example/live' mimeValue='audio/mpeg'/><link url='www.one.example'/>",
            "http://www.one.example"
        ),
        (
            "<link url='mailto:a@one.example'/><link mimeType='text/html' url='https://one.example/'/>",
            "https://one.example/"
        ),
        ("<link uri=\"https://one.example/\"/>", "https://one.example/"),
    ])
    func theSiteOfAServiceIsItsFirstWebLinkThatIsNotAudio(links: String, site: String) throws {
        let found = try SPIReader().read(
            """
            <serviceInformation><services><service><shortName>One</shortName>\(links)<bearer id="fm:ce1.c479.09580"/></service></services></serviceInformation>
            """)
        #expect(found.channels.map(\.website) == [site])
    }

    @Test func theBitrateOfAServiceBeforeVersion31IsRead() throws {
        let found = try SPIReader().read(
            """
            <serviceInformation><ensemble id="e1.ce15"><service format="audio" bitrate="160"><serviceID id="e1.ce15.c221.0"/><shortName>One</shortName></service></ensemble></serviceInformation>
            """)
        #expect(found.channels.first?.bearers.map(\.bitrate) == [160])
    }
}
