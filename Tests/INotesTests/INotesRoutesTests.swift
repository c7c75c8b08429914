import ConcertNotes
import Foundation
import HTTP
import Tenancy
import TestSupport
import Testing
import Web

@testable import INotes

@Suite struct INotesRoutesTests {
    static let quartet = """
        <piece><name>Dvořák, String Quartet No. 12: Mvt. 1</name><measures>4</measures>\
        <track><name>NumSeconds</name>\
        <page><time>1.512</time><measure>1</measure><text>1.512</text></page>\
        <page><time>3.271</time><measure>2</measure><text>3.271</text></page>\
        <page><time>5.185</time><measure>3</measure><text>5.185</text></page>\
        <page><time>7.2</time><measure>4</measure><text>7.2</text></page></track>\
        <track><name>The Music</name>\
        <page><time>1.512</time><measure>1</measure><text>Four strings, one room.</text></page>\
        <page><time>5.185</time><measure>3</measure><text>The theme is Dvořák’s own.</text></page></track>\
        <track><name>History</name>\
        <page><time>1.512</time><measure>1</measure><text>Written in Spillville.</text></page></track>\
        <track><name>Structure</name>\
        <page><time>1.512</time><measure>1</measure><text>The viola, alone,red</text></page>\
        <page><time>5.185</time><measure>3</measure><text>The Main Theme,255,127,50</text></page>\
        <page><time>9.23</time><measure>4</measure><text>END</text></page></track></piece>
        """

    /// The document of the second piece, with these elements between the texts and the structure in the extended form.
    static func study(_ curves: String = "") -> String {
        """
        <piece><name>Tutti, Study &lt; Canon: Study &lt; Canon</name><measures>4</measures>\
        <track><name>NumSeconds</name>\
        <page><time>0</time><measure>1</measure><text>0</text></page>\
        <page><time>1.5</time><measure>2</measure><text>1.5</text></page>\
        <page><time>3</time><measure>3</measure><text>3</text></page>\
        <page><time>4.25</time><measure>4</measure><text>4.25</text></page></track>\
        <track><name>The Music</name>\
        <page><time>0</time><measure>1</measure><text>p &lt; f &amp; back. $dot.png, A dot $dash.gif, A dash</text></page>\
        <page><time>4.25</time><measure>4</measure><text>The end.</text></page></track>\
        \(curves)\
        <track><name>Structure</name>\
        <page><time>0</time><measure>1</measure><text>Subject,blue</text></page>\
        <page><time>3</time><measure>3</measure><text>Answer,255,215,0</text></page>\
        <page><time>6</time><measure>4</measure><text>END</text></page></track></piece>
        """
    }

    static let curves = """
        <track><name>KeySignature</name>\
        <page><time>0</time><measure>1</measure><text>E♭ major / C minor (3 flats),-3</text></page>\
        <page><time>3</time><measure>3</measure><text>C major / A minor (no sharps or flats),0</text></page></track>\
        <track><name>Intensity</name>\
        <page><time>0</time><measure>1</measure><text>0.2917</text></page>\
        <page><time>1.5</time><measure>2</measure><text>0.5</text></page>\
        <page><time>3</time><measure>3</measure><text>1</text></page>\
        <page><time>4.25</time><measure>4</measure><text>0</text></page></track>
        """

    static func concert(_ pieces: String...) -> String {
        let inside = pieces.joined()
        return "<?xml version=\"1.0\"?>\n" + (inside.isEmpty ? "<concert/>" : "<concert>\(inside)</concert>") + "\n"
    }

    static let first = "database1=Dvo%C5%99%C3%A1k,%20String%20Quartet%20No.%2012:%20Mvt.%201"
    static let second = "database2=Tutti,%20Study%20%3C%20Canon:%20Study%20%3C%20Canon"

    /// Spec N1.
    @Test func getPieces() async throws {
        try await withStage { stage, tenant in
            let list = try await stage.get("/getPieces.php", of: tenant)
            #expect(
                list.identity
                    == Array("Dvořák, String Quartet No. 12: Mvt. 1;Tutti, Study < Canon: Study < Canon".utf8))
            #expect(list.mediaType == "text/plain; charset=utf-8")
            #expect(list.fields["Cache-Control"] == "no-cache")
        }
    }

    /// Spec N7, N8, N9, N10, N13, N14, I3.
    @Test func getDataAndGetDataXML() async throws {
        try await withStage { stage, tenant in
            for path in ["/getData.php", "/getData.xml"] {
                let both = try await stage.get("\(path)?\(Self.first)&\(Self.second)", of: tenant)
                #expect(String(decoding: both.identity, as: UTF8.self) == Self.concert(Self.quartet, Self.study()))
                #expect(both.mediaType == "text/xml; charset=utf-8")
                let one = try await stage.text("\(path)?\(Self.second)", of: tenant)
                #expect(one == Self.concert(Self.study()))
            }
        }
    }

    /// The response to any spelling contains the known pieces under their canonical names.
    @Test func piecesAreFoundByDifferentSpellingsOfTheirNames() async throws {
        try await withStage { stage, tenant in
            let cases: [(String, String)] = [
                ("", Self.concert()),
                ("?", Self.concert()),
                ("?database1=Nobody,%20Nothing:%20Mvt.%209", Self.concert()),
                ("?database1=", Self.concert()),
                ("?database1=%00%FF%ZZ", Self.concert()),
                ("?database1=dvo%c5%98%c3%81k,string+quartet+no+12:mvt+1", Self.concert(Self.quartet)),
                (
                    "?database1=Dvor%CC%8Ca%CC%81k,%20String%20Quartet%20No.%2012:%20Mvt.%201",
                    Self.concert(Self.quartet)
                ),
                ("?database2=TuttiStudyCanonStudyCanon&database1=x", Self.concert(Self.study())),
                (
                    "?database7=TUTTI,Study&database9=Tutti,%20Study%20%3C%20Canon:%20Study%20%3C%20Canon&\(Self.first)",
                    Self.concert(Self.quartet, Self.study())
                ),
                (
                    "?\(Self.first)&\(Self.second)&database3=Dvo%C5%99%C3%A1k,%20String%20Quartet%20No.%2012:%20Mvt.%201",
                    Self.concert(Self.quartet, Self.study(), Self.quartet)
                ),
                // An ampersand that a phone did not encode does not end the value.
                ("?database1=Tutti,%20Study%20&%20Canon:%20Study%20&%20Canon", Self.concert(Self.study())),
            ]
            for (query, expected) in cases {
                let answer = try await stage.text("/getData.php" + query, of: tenant)
                #expect(answer == expected, "\(query)")
            }
        }
    }

    /// Spec N32, N33, D1.
    @Test func keysAndIntensityAreSentOnlyInVersion2() async throws {
        try await withStage { stage, tenant in
            let extended = try await stage.text("/getData.php?v=2&\(Self.first)&\(Self.second)", of: tenant)
            #expect(extended == Self.concert(Self.quartet, Self.study(Self.curves)))
            let plain = try await stage.text("/getData.php?v=1&\(Self.second)", of: tenant)
            #expect(plain == Self.concert(Self.study()))
        }
    }

    /// Spec I10, I11, Decided 5.
    @Test func timesAreRoundedForATenantWithWholeSeconds() async throws {
        try await withStage { stage, tenant in
            let whole = Tenant(
                id: tenant.id, slug: tenant.slug, name: tenant.name, locale: tenant.locale, integerSeconds: true,
                multicast: tenant.multicast)
            let target = "/getData.php?\(Self.first)"
            let decimals = try await stage.text(target, of: tenant)
            let rounded = try await stage.text(target, of: whole)
            #expect(
                rounded.contains("<page><time>2</time><measure>1</measure><text>2</text></page>")
                    && rounded.contains("<page><time>9</time><measure>4</measure><text>END</text></page>")
                    && rounded.firstRange(of: /<time>[0-9]*\.[0-9]*<\/time>/) == nil)
            #expect(decimals == Self.concert(Self.quartet))
            // The switch belongs to the tenant: answers of one kind are not served from the memory of the other.
            #expect(try await stage.text(target, of: tenant) == decimals)
            #expect(try await stage.text(target, of: whole) == rounded)
        }
    }

    /// Spec N16.
    @Test func getGlossary() async throws {
        try await withStage { stage, tenant in
            #expect(try await stage.text("/glossary.xml", of: tenant) == "<?xml version=\"1.0\"?>\n<glossary/>\n")
            try await stage.database.sql(
                """
                insert into app.glossary (tenant_id, content_digest, updated_at)
                values (\(tenant.id), sha256('x'), to_timestamp(1200000000));
                insert into app.glossary_item (tenant_id, name_key, position, name, category, description, history, image)
                values (\(tenant.id), 'largo', 1, 'largo', 'Tempo', 'Slow & "broad" < fast.', '', ''),
                       (\(tenant.id), 'fugue', 2, 'Fugue', 'Form & more', 'A flight.', 'From the Latin.', 'fugue.png');
                """)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "glossary"))
            let expected = """
                <?xml version="1.0"?>
                <glossary>
                  <item name="largo" category="Tempo">
                    <description>
                      Slow &amp; &quot;broad&quot; &lt; fast.
                    </description>
                    <history/>
                    <image/>
                  </item>
                  <item name="Fugue" category="Form &amp; more">
                    <description>
                      A flight.
                    </description>
                    <history>
                      From the Latin.
                    </history>
                    <image>fugue.png</image>
                  </item>
                </glossary>

                """
            #expect(try await stage.text("/glossary.xml", of: tenant) == expected)
            #expect(try await stage.text("/images/AppAssets/glossary.xml", of: tenant) == expected)
            let glossary = try await stage.get("/glossary.xml", of: tenant)
            #expect(glossary.lastModified == 1_200_000_000)
            #expect(glossary.mediaType == "text/xml; charset=utf-8")
        }
    }

    /// Spec N16.
    @Test func thePictureOfATermIsServedWithoutANoteThatShowsIt() async throws {
        try await withStage { stage, tenant in
            let uploaded = ProgrammeFixture.png(width: 7, height: 3)
            try await stage.database.sql(
                """
                with uploaded as (
                    insert into app.blob (tenant_id, sha256, media_type, content)
                    select \(tenant.id), sha256(content), 'image/png', content
                      from decode('\(Data(uploaded).base64EncodedString())', 'base64') as content
                    returning tenant_id, sha256)
                insert into app.draft_image (tenant_id, name, sha256)
                select tenant_id, name, sha256 from uploaded, unnest(array['dot.png', 'fugue.png', 'unnamed.png']) as name;
                insert into app.glossary (tenant_id, content_digest) values (\(tenant.id), sha256('x'));
                insert into app.glossary_item (tenant_id, name_key, position, name, category, description, history, image)
                values (\(tenant.id), 'fugue', 1, 'Fugue', 'Form', 'A flight.', '', 'fugue.png'),
                       (\(tenant.id), 'dot', 2, 'Dot', 'Form', 'A point.', '', 'dot.png');
                """)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "glossary"))
            #expect(try await stage.get("/images/fugue.png", of: tenant).identity == uploaded)
            #expect(try await stage.get("/images/dot.png", of: tenant).identity != uploaded)
            await #expect(throws: (any Error).self) { try await stage.get("/images/unnamed.png", of: tenant) }
        }
    }

    /// Spec N15, I17.
    @Test func getImageAndGetAppAsset() async throws {
        try await withStage { stage, tenant in
            for (path, mediaType) in [
                ("images/dot.png", "image/png"), ("images/dash.gif", "image/gif"),
                ("images/AppAssets/Splash32.png", "image/png"),
                ("images/AppAssets/ProgramNotes.pdf", "application/pdf"),
            ] {
                let file = try await stage.get("/" + path, of: tenant)
                #expect(file.identity == ProgrammeFixture().files[path])
                #expect(file.mediaType == mediaType)
                let name = try #require(path.split(separator: "/").last)
                #expect(file.fields["Content-Disposition"] == "inline; filename=\"\(name)\"")
            }
        }
    }

    @Test func onlyLongFilesAreServedFromDisk() async throws {
        try await withDatabase { database in
            let spool = ContentSpool(folder: TestCluster.folder, threshold: 256 * 1024, logger: PhoneStage.silence)
            let stage = try PhoneStage(database, spool: spool)
            let tenant = try await database.tenant("hall")
            var fixture = ProgrammeFixture()
            let path = "images/AppAssets/ProgramNotes.pdf"
            let picture = ProgrammeFixture.png(width: 1, height: 1) + [UInt8](repeating: 7, count: 300_000)
            fixture.files[path] = Array("%PDF-1.4\n".utf8) + (0..<800_000).map { _ in .random(in: .min ... .max) }
            fixture.files["images/dot.png"] = picture
            try await stage.import(fixture, for: tenant)
            try await stage.putOnAir("small-evening", for: tenant, at: 1_000_000_000)
            let notes = try await stage.get("/" + path, of: tenant)
            #expect(notes.heapSize == 0)
            #expect(notes.identity == fixture.files[path])
            let long = try await stage.get("/images/dot.png", of: tenant)
            #expect(long.heapSize == 0)
            #expect(long.identity == picture)
            #expect(try await stage.get("/images/dash.gif", of: tenant).heapSize > 0)
            #expect(try await stage.get("/getPieces.php", of: tenant).heapSize > 0)
            #expect(spool.fileCount == 2)
        }
    }

    @Test func aFileThatTheConcertDoesNotHaveIsNotFound() async throws {
        try await withStage { stage, tenant in
            for path in [
                "/images/none.png", "/images/Dot.png", "/images/Splash32.png", "/images/AppAssets/dot.png",
                "/images/AppAssets/None.png", "/images/dot.png%00", "/images/glossary.xml",
            ] {
                let error = await #expect(throws: APIError.self) { try await stage.get(path, of: tenant) }
                #expect(error?.status == .notFound)
                #expect(stage.memory(path, of: tenant) == nil)
            }
        }
    }

    /// Spec N3.
    @Test func aTenantWithoutALiveConcertServesTheNewestFilesButNoPieces() async throws {
        try await withDatabase { database in
            let stage = try PhoneStage(database)
            let tenant = try await database.tenant("hall")
            #expect(try await stage.text("/getPieces.php", of: tenant) == "")
            #expect(try await stage.text("/getData.php?\(Self.first)", of: tenant) == Self.concert())
            try await stage.import(ProgrammeFixture(), for: tenant)
            var newer = ProgrammeFixture(name: "newer-evening")
            newer.files["images/AppAssets/Splash32.png"] = ProgrammeFixture.png(width: 2, height: 3)
            try await stage.import(newer, for: tenant)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            #expect(try await stage.text("/getPieces.php", of: tenant) == "")
            #expect(try await stage.text("/getData.php?\(Self.first)", of: tenant) == Self.concert())
            #expect(
                try await stage.get("/images/AppAssets/Splash32.png", of: tenant).identity
                    == ProgrammeFixture.png(width: 2, height: 3))
            try await stage.putOnAir("small-evening", for: tenant, at: 1_100_000_000)
            stage.observers.tenantChanged(ChangeNotice(tenant: tenant.id, kind: "content"))
            #expect(
                try await stage.get("/images/AppAssets/Splash32.png", of: tenant).identity
                    == ProgrammeFixture.png(width: 320, height: 480))
        }
    }

    /// Spec N4, I1, I2, T1.
    @Test func everyListedPieceIsFoundByDifferentEncodingsOfItsName() async throws {
        try await withStage { stage, tenant in
            let list = try await stage.text("/getPieces.php", of: tenant)
            for name in list.split(separator: ";") {
                let escaped = String(name).percentEncoded
                let forms = [
                    escaped, escaped.replacing("%20", with: "+"),
                    String(name).replacing(", ", with: ",").percentEncoded,
                    String(name).lowercased().replacing("mvt. ", with: "mvt ").percentEncoded,
                ]
                for form in forms {
                    let answer = try await stage.text("/getData.php?database1=\(form)", of: tenant)
                    #expect(answer.contains("<name>\(name.replacing("<", with: "&lt;"))</name>"), "\(form)")
                }
            }
        }
    }
}
