import HTTP
import Radio
import Tenancy
import Web

/// The editor of channels.
struct ChannelEditor: StationEditor {
    let database: TenantDatabase

    var store: ChannelStore { ChannelStore(database: database) }
    var listPath: String { "/station/channels" }
    static let itemName = "channel"
    static let part = StationPage.Part.channels
    static let conflicts: [APIError.Code: String] = [.slugTaken: "slug", .numberTaken: "numbers"]

    static let shape: [FormField] = [
        .line("slug"), .line("name"), .line("shortName"), .text("description"), .line("language"), .optional("website"),
        .optional("colour"), .line("timeZone"), .number("number"),
        .rows("numbers", key: "platform", [.line("platform"), .number("number")]), .ids("categories"), .ids("genres"),
        .rows(
            "bearers", key: "uri",
            [
                .line("uri"), .line("purpose"), .line("mediaType"), .number("bitrate"), .number("cost"),
                .length("offsetMs", unit: 1000),
            ]),
        .group(
            "skipPolicy",
            [
                .flag("isRestricted"), .number("back"), .number("forward"), .number("total"),
                .length("windowMs", unit: 60_000),
            ]),
        .length("liveDelayMs", unit: 1000), .flag("isActive"),
    ]

    func blank(_ context: RequestContext) async throws -> FormValue {
        .members(["timeZone": .text(context.tenant.timeZone), "isActive": .flag(true)])
    }

    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        Page.Link("/station", "Channels")
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        try await LossStore(database: database).channel(key, in: tenant)
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        let categories = try await Chooser(
            "categories", keys: form.state.value["categories"]?.keys ?? [], from: CategoryStore(database: database),
            form.state, in: context.tenant)
        let genres = try await GenreChoices(database: database).chooser(form.state, in: context.tenant)
        return """
            <fieldset><legend>Details</legend>
            \(form.line("name", "Name", "maxlength=\"500\" required"))
            <div class="pair">\(form.line("shortName", "Name on small displays", "maxlength=\"100\"",
                hint: "RadioDNS guides shorten this name to 8 characters."))
            \(form.line("slug", "Short name", "maxlength=\"100\" required autocapitalize=\"none\" spellcheck=\"false\"",
                hint: "Lower-case letters, digits and hyphens, without a hyphen at either end. Used in web addresses and by other systems."))</div>
            \(form.lines("description", "Description", limit: 20_000))
            <div class="pair">\(form.suggested("language", "Language", Field.Option.languages, " maxlength=\"100\" spellcheck=\"false\"",
                hint: "A language tag, such as cs or en-GB."))
            \(form.suggested("timeZone", "Time zone", Field.Option.timeZones,
                " maxlength=\"64\" required spellcheck=\"false\"", hint: "The time zone of the studio, such as Europe/Prague."))</div>
            <div class="pair">\(form.line("website", "Website", "type=\"url\" maxlength=\"2000\""))
            \(form.colour("colour", "Colour", none: "Default colour"))</div>
            \(form.flag("isActive", "Shown to listeners", hint: "If this option is off, only programmers and administrators see the channel."))
            </fieldset>
            \(numbers(form))
            \(form.chooser(categories, "Categories", search: "Part of a category’s name", leading: "home",
                hint: "The line-up shows the channel in its home category."))
            \(form.chooser(genres, "Genres", search: "A genre, or a TV-Anytime term or number"))
            \(bearers(form))
            \(rules(form))
            """
    }

    private func numbers(_ form: FormControls) -> HTML {
        """
        \(form.rows("numbers", "Channel numbers", hint: "The default number applies on all platforms without a number of their own. Clear a platform to remove its number.") { path, count in
            """
            \(count == 1 ? form.number("number", "Default number") : HTML.empty)
            <div class="row">\(form.line("\(path)/platform", "Platform \(count)", "maxlength=\"50\" list=\"platforms\" autocapitalize=\"none\""))
            \(form.number("\(path)/number", "Number \(count)"))</div>
            """
        })
        <datalist id="platforms"><option value="ios"></option><option value="android"></option><option value="car"></option>\
        <option value="web"></option></datalist>
        """
    }

    private func bearers(_ form: FormControls) -> HTML {
        form.rows(
            "bearers", "Bearers and streams",
            hint:
                "RadioDNS bearers (ETSI TS 103 270), such as fm:ce1.c479.09580, or stream addresses, in order of preference. Clear an address to remove its row.",
            spare: 1
        ) { path, count in
            """
            <div class="row"><div class="whole">\(form.line("\(path)/uri", "Bearer or stream address \(count)", "maxlength=\"2000\" spellcheck=\"false\" autocapitalize=\"none\""))</div>
            \(form.choice("\(path)/purpose", "Purpose", [("live", "live"), ("time-shift", "time shift")]))
            \(form.line("\(path)/mediaType", "Media type", "maxlength=\"100\" spellcheck=\"false\""))
            \(form.number("\(path)/bitrate", "Bit rate in kbit/s"))
            \(form.number("\(path)/cost", "Cost (lower is preferred)"))
            \(form.length("\(path)/offsetMs", "Delay in seconds", unit: 1000))</div>
            """
        }
    }

    private func rules(_ form: FormControls) -> HTML {
        """
        <fieldset><legend>Delay and skips</legend>
        \(form.length("liveDelayMs", "Live delay in seconds", unit: 1000,
            hint: "Listeners hear the channel this much later than the studio, and apps delay titles by this time."))
        \(form.flag("skipPolicy/isRestricted", "Limit skips"))
        <p class="hint">If one of these limits is empty, the station’s setting applies.</p>
        <div class="pair">\(form.number("skipPolicy/back", "Maximum skips back"))\(form.number("skipPolicy/forward", "Maximum skips forward"))
        \(form.number("skipPolicy/total", "Maximum skips in total"))\(form.length("skipPolicy/windowMs", "Period of these limits in minutes", unit: 60_000))</div>
        </fieldset>
        """
    }

    func relatedItems(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML {
        let places = [
            ("week", "Week", "The schedule, day by day", Icon.calendar), ("rules", "Rules", "Schedule rules", .clock),
            ("audience", "Audience", "Listeners, followers, requests and songs", .chart),
        ].compactMap { path, title, detail, icon in
            LocalPath("/station/channels/\(key)/\(path)").map { Card($0, title, "\(detail)", icon: icon) }
        }
        let lists = [
            ("/station/shows?channel=\(key)", "Shows", "All shows of this channel", Icon.show),
            ("/station/lists/hot/\(key)", "What’s hot", "The list of hot shows of this channel", .list),
        ].compactMap { path, title, detail, icon in
            LocalPath(path).map { Card($0, title, "\(detail)", icon: icon) }
        }
        let plays = try await ChannelPlaysStore(database: database).plays(
            of: key, until: .now, in: context.tenant.id)
        let chart: HTML =
            plays.contains { $0.value > 0 }
            ? "<section><h2>Plays</h2>\(Chart("Songs played per day", unit: "songs", .bars, plays).html)</section>"
            : .empty
        return "<section><h2>On this channel</h2>\(CardGrid(places + lists).html)</section>\(chart)"
    }
}
