import HTTP

/// A gallery of the page components in various states, with example content, for developers and for automatic screenshots.
struct DesignPage: Sendable {
    let context: RequestContext
    let look: SiteMap.Look

    func page() -> Page {
        var page = Page("Design", context, content: content)
        page.look = look
        page.style = Self.rules
        page.parts = PartsNavigation(
            "Parts",
            [
                .init("/design", "Songs", .library, isCurrent: true),
                .init("/design?1", "Likes", .heart, isCurrent: false),
                .init("/design?2", "Playlists", .playlist, isCurrent: false),
                .init("/design?3", "Artists", .artist, isCurrent: false),
                .init("/design?4", "Albums", .album, isCurrent: false),
                .init("/design?5", "Podcasts", .podcast, isCurrent: false),
            ])
        page.tabs = Tabs(
            "Colour schemes",
            [
                .init("/design", "Light or dark", isCurrent: look == .preferred),
                .init("/design?look=hall", "Hall", isCurrent: look == .hall),
            ])
        return page
    }

    private var playerBars: HTML {
        "\(PlayerBar.Audio.allCases.map { "<div class=\"player-bar sample\">\(bar($0).html)</div>" as HTML })"
    }

    private func bar(_ audio: PlayerBar.Audio) -> PlayerBar {
        var bar = PlayerBar("Slow Tram", artist: "Quiet Harbour", path: "/design", action: "/design")
        (bar.audio, bar.positionMs, bar.durationMs) = (audio, 83_000, 225_000)
        if audio == .paused { bar.fault = "The track cannot be played: SoundCloud refused the stream." }
        return bar
    }

    private var content: HTML {
        """
        \(section("App bar", appBars))
        \(section("Colours", colours))
        \(section("Type", type))
        \(section("Icons", "<p>\(Icon.allCases.map { "\($0.html) " as HTML })</p>"))
        \(section("Buttons", buttons))
        \(section("Notices", "\(notices)\(results)"))
        \(section("Concert now", concertNow))
        \(section("Search and filters", filters))
        \(section("Rows with artwork", rows))
        \(section("Artwork", artwork))
        \(section("Artwork grid", grid))
        \(section("Cards", cards))
        \(section("Form", "\(form)\(otherFields)"))
        \(section("Empty state", EmptyState(
            .playlist, "No playlists yet", "A playlist contains tracks from your library in the order you choose.",
            action: "<a class=\"button\" href=\"#form\">Create playlist</a>").html))
        \(emptyWithoutAction)
        \(section("Progress", "\(Progress("Import", 640, of: 1000).html)\(Progress("Reading", 12, of: nil).html)"))
        \(section("Table", "\(table)\(actionTable)"))
        \(section("Confirmation", "\(confirmation)\(openConfirmations)"))
        \(section("Charts", charts))
        \(section("Player bar", playerBars))
        """
    }

    private func section(_ title: String, _ content: HTML) -> HTML {
        let id = title.lowercased().replacing(" ", with: "-")
        return "<section aria-labelledby=\"\(id)\"><h2 id=\"\(id)\">\(title)</h2>\(content)</section>\n"
    }

    private var colours: HTML {
        var table = DataTable(
            "Colour roles and their values", columns: ["Role", "Light", "Dark", "Hall"],
            rows: ColourRole.allCases.map { role in
                [
                    "\(swatch(role)) \(role.rawValue)", "<code>\(role.values.light)</code>",
                    "<code>\(role.values.dark)</code>", "<code>\(role.values.hall)</code>",
                ]
            })
        table.isPaired = true
        return table.html
    }

    private func swatch(_ role: ColourRole) -> HTML {
        """
        <svg class="swatch" viewBox="0 0 2 2" width="32" height="32" aria-hidden="true">\
        <rect width="2" height="2" fill="var(\(role.property))"/></svg>
        """
    }

    private var type: HTML {
        """
        <p>Text in the system's own font. <a href="#type">A link</a>, <span class="faint">less important text</span>, \
        <span class="from-cloud">from SoundCloud</span>, <span class="from-library">from the library</span>, \
        <code>code</code>, <span class="tag">tag</span> <span class="tag soon">soon</span> \
        <span class="tag good">done</span> <span class="tag bad">failed</span></p>
        <dl class="facts"><dt>Duration</dt><dd>3 min 45 s</dd><dt>Label</dt><dd>Brick Orchard Recordings</dd></dl>
        """
    }

    private var buttons: HTML {
        """
        <div class="acts"><button>Save</button><button class="quiet">Cancel</button>\
        <button class="grave">Delete</button><button disabled>Not now</button>\
        <a class="button quiet" href="#buttons">\(Icon.add.html) New show</a></div>
        """
    }

    private var notices: HTML {
        var action = Notice(.information, "<p>A newer version is available.</p>")
        action.action = "<p><a class=\"button quiet\" href=\"#notices\">View the changes</a></p>"
        return """
            \(Notice(.good, "<p>Saved.</p>").html)\(Notice(.warning, "<p>The emitter has sent nothing for 12 s.</p>").html)\
            \(Notice(.bad, "<p>The file has 1 error and was not published.</p>").html)\(action.html)
            """
    }

    private var filters: HTML {
        var head = ListHead("/design", "Part of a title", search: "harbour")
        head.action = "<a class=\"button\" href=\"#form\">New show</a>"
        let chips = Chips(
            "Filters",
            [
                .init("All", "/design?all", count: 41, isCurrent: true),
                .init("Featured", "/design?featured", count: 3, isCurrent: false),
            ])
        let letters = LetterIndex(
            ["#", "A", "B", "C", "D", "H", "P", "Q"].map {
                .init($0, "/design?letter", note: "5 shows", isCurrent: $0 == "H")
            })
        return "\(head.html)\(chips.html)\(letters.html)"
    }

    private static let names = [
        ("Aurora Vale", "A Song of Many Words", "3:45"), ("Brick Orchard", "Engine Room", "4:12"),
        ("Palms", "Harbour Lights (Long Version)", "7:03"), ("The Quiet Assembly", "Ninety-One", "2:58"),
    ]

    private var rows: HTML {
        var list = RowList(
            Self.names.enumerated().map { index, track in
                var row = ListRow("\(track.1)", "/design#rows-with-artwork", artwork: Artwork(track.1))
                row.details = ["\(track.0)"]
                row.facts = "\(track.2)"
                row.isCurrent = index == 1
                row.actions =
                    "<button class=\"quiet\">\(Icon.heart.html) Like<span class=\"hidden\"> \(track.1)</span></button>"
                return row
            })
        list.isNumbered = true
        return "\(list.html)\(otherRows)"
    }

    private var otherRows: HTML {
        var upload = ListRow("<strong>Aurora Vale - Paper Lanterns</strong>", nil, artwork: Artwork("Paper Lanterns"))
        upload.address = "https://example.org/paper-lanterns"
        upload.origin = .cloud
        upload.marks = " <span class=\"tag\">Preview only</span> <span class=\"tag soon\">liked</span>"
        upload.details = [
            "by <a class=\"from-cloud\" href=\"#rows-with-artwork\">night_bus_77</a> · 3:18",
            "In your library: <a class=\"from-library\" href=\"#rows-with-artwork\">Aurora Vale – Paper Lanterns</a>",
        ]
        upload.number = 7
        upload.form = .init("/design", .empty)
        upload.actions =
            "<button class=\"quiet\" type=\"button\">Unlike<span class=\"hidden\">: Paper Lanterns</span></button>"
        var gone = ListRow("<strong>Slow Tram</strong>", nil, artwork: Artwork("Slow Tram"))
        gone.origin = .cloud
        gone.marks = " <span class=\"tag bad\">Removed from SoundCloud</span>"
        gone.details = ["by night_bus_77 · 4:40"]
        gone.number = 8
        var chosen = ListRow(
            "<strong>Slow Tram</strong> <span class=\"faint\">(Live)</span>", "/design", artwork: Artwork("Slow Tram"))
        chosen.origin = .library
        chosen.choice =
            "<label class=\"choice\"><input type=\"checkbox\"><span class=\"hidden\">Select Slow Tram</span></label>"
        chosen.details = ["<a class=\"from-library\" href=\"#rows-with-artwork\">Brick Orchard</a>"]
        chosen.facts = "4:40"
        var person = ListRow("Mira Holt", "/design", artwork: Artwork("Mira Holt", isRound: true))
        person.details = ["3 shows"]
        var list = RowList([
            upload, gone, chosen, person, ListRow("A name without a page or a picture", nil, artwork: nil),
        ])
        list.label = "Other kinds of rows"
        list.isOrdered = true
        return list.html
    }

    private var grid: HTML {
        ArtworkGrid(
            (Self.names.map { ($0.0, true) } + Self.names.map { ($0.1, false) }).map { name, isArtist in
                ArtworkGrid.Item(
                    name, "/design#artwork-grid", detail: isArtist ? "12 tracks" : "2024",
                    artwork: Artwork(name, isRound: isArtist))
            }
        ).html
    }

    private var cards: HTML {
        var station = Card("/design#cards", "Station", "Channels, shows, schedule, imports", icon: .radio)
        station.shortcuts = [Page.Link("/design?shows", "Shows"), Page.Link("/design?imports", "Imports")]
        var channel = Card("/design#cards", "Radio One", "Harbour Lights with Mira")
        channel.artwork = Artwork("Radio One")
        return CardGrid([
            station, channel,
            Card("/design#cards", "Administration", "Accounts, settings, audit", icon: .administration),
        ])
        .html
    }

    private var form: HTML {
        let error = APIError.invalid([
            .init(field: "/slug", reason: "must have 1 to 40 characters: a-z, 0-9 and hyphens"),
            .init(field: "/minutes", reason: "must be a whole number from 1 to 1440"),
            .init(field: "", reason: "overlaps Harbour Lights on Wednesday at 20:00: choose another time"),
        ])
        let labels = ["slug": "The short name", "minutes": "The length", "": "The show"]
        return """
            \(ValidationSummary(error, labels: labels, ids: ["slug": "slug", "minutes": "minutes"]).html)
            <form>\(fields.map(\.html))<p><button type="button">Save</button></p></form>
            """
    }

    private var fields: [Field] {
        var name = Field("Name", "name", "Harbour Lights")
        name.isRequired = true
        var slug = Field("Short name", "slug", "Harbour Lights!")
        slug.hint = "Part of the show's address: a-z, 0-9 and hyphens."
        slug.fault = "Must have 1 to 40 characters: a-z, 0-9 and hyphens."
        var minutes = Field("Length in minutes", "minutes", "0", .number)
        minutes.fault = "Must be a whole number from 1 to 1440."
        var live = Field("Live", "live", "", .check)
        live.isChecked = true
        return [
            name, slug, minutes, Field("Day", "day", "2026-06-03", .date), Field("Time", "time", "20:00", .time),
            Field("Colour", "colour", "#f0b35a", .colour),
            Field(
                "Time zone", "zone", "Europe/Prague",
                .suggestions(Field.Option.timeZones.filter { $0.value.hasPrefix("Europe/") })),
            Field("Language", "language", "en", .suggestions(Field.Option.languages)),
            Field("Kind", "kind", "b", .choice([.init("a", "Music"), .init("b", "Talk")])),
            Field("Description", "description", "", .lines(3)), live,
        ]
    }

    private var table: HTML {
        var table = DataTable(
            "Broadcasts on Wednesday 3 June", columns: ["Time", "Show", "Length"],
            rows: Self.names.enumerated().map { index, track in
                [
                    "\(18 + index):00", "\(track.1)", "1 h",
                    "<button class=\"quiet\">Change<span class=\"hidden\"> \(track.1)</span></button>",
                ]
            })
        table.hasActions = true
        return table.html
    }

    private var confirmation: HTML {
        Confirmation(
            "Delete this show", "The show, its 12 episodes and its past broadcasts are deleted.", path: "/design",
            fields: .empty
        ).html
    }

    private var charts: HTML {
        let hours = [3, 1, 0, 0, 2, 9, 24, 41, 38, 30, 22, 19, 26, 31, 20, 18, 29, 44, 52, 40, 27, 15, 9, 5]
        return """
            \(Chart("Plays by hour", unit: "plays", .bars, hours.enumerated().map { .init("\($0):00", $1) }).html)
            \(Chart("Listeners by hour", unit: "listeners", .highest, hours.enumerated().map { .init("\($0):00", $1 * 7) }).html)
            \(Chart("Tracks in the library", unit: "tracks", .line, (0..<12).map { .init("Month \($0 + 1)", 100 + $0 * $0 * 9) }).html)
            \(emptyChart)
            """
    }
}

/// The route of `/design`, the gallery of components. Only the demo tenant has this page; other tenants get 404.
public struct DesignRoutes: Sendable {
    private let tenant: String?

    /// Creates the route. `tenant` is the slug of the demo tenant; `nil` without a demo.
    public init(tenant: String?) { self.tenant = tenant }

    public var routes: [Route] {
        [Route("getDesign", .get, "/design", access: .visitor, errors: .page, endpoint: getDesign)]
    }

    /// Answers `getDesign`. Throws 404 unless this tenant shows the gallery, and 400 for a malformed query or a repeated `look`.
    func getDesign(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let tenant, context.tenant.slug == tenant else {
            throw APIError(.notFound, code: .noSuchPath, "this path does not exist: check the address")
        }
        let look = try request.queryFields().optional("look").flatMap(SiteMap.Look.init(rawValue:)) ?? .preferred
        return DesignPage(context: context, look: look).page().response()
    }
}
