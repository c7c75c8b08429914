import HTTP
import Radio
import Tenancy
import Web

/// The editor of shows.
struct ShowEditor: StationEditor {
    let database: TenantDatabase
    let now: @Sendable () -> Instant

    var store: ShowStore { ShowStore(database: database) }
    var listPath: String { "/station/shows" }
    static let itemName = "show"
    static let part = StationPage.Part.shows

    static let shape: [FormField] = [
        .line("title"), .line("summary"), .text("description"), .line("language"), .optional("website"),
        .flag("isMusic"), .flag("isForChildren"), .flag("isPlaceholder"), .flag("isActive"), .ids("channels"),
        .ids("genres"), .rows("credits", key: "role", [.line("person"), .line("role")]),
    ]

    func blank(_ context: RequestContext) async throws -> FormValue { .members(["isActive": .flag(true)]) }
    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        Page.Link("/station/shows", "Shows")
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        try await LossStore(database: database).show(key, in: tenant)
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        let channels = try await Chooser(
            "channels", keys: form.state.value["channels"]?.keys ?? [], from: ChannelStore(database: database),
            form.state,
            in: context.tenant)
        let genres = try await GenreChoices(database: database).chooser(form.state, in: context.tenant)
        return """
            <fieldset><legend>Details</legend>
            \(form.line("title", "Title", "maxlength=\"1000\" required"))
            \(form.line("summary", "Summary", "maxlength=\"2000\""))
            \(form.lines("description", "Description", rows: 7, limit: 100_000))
            <div class="pair">\(form.suggested("language", "Language", Field.Option.languages, " maxlength=\"100\" spellcheck=\"false\"",
                hint: "A language tag, such as cs or en-GB."))
            \(form.line("website", "Website", "type=\"url\" maxlength=\"2000\"",
                hint: "Also shown in the podcast feed."))</div>
            <div class="choices flags">
            \(form.flag("isActive", "Shown to listeners"))
            \(form.flag("isMusic", "Music (never offered for download)"))
            \(form.flag("isForChildren", "For children"))
            \(form.flag("isPlaceholder", "Placeholder for gaps in the schedule, such as “Music through the night”"))
            </div></fieldset>
            \(form.chooser(channels, "Channels", search: "Part of a channel’s name", leading: "home"))
            \(form.chooser(genres, "Genres", search: "A genre, or a TV-Anytime term or number"))
            \(form.credits(try await CreditChoices(database: database).chooser(form.state, in: context.tenant)))
            """
    }

    func relatedItems(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML {
        let fields = try request.method == .get ? request.queryFields() : nil
        let offset = try fields?.optional("cursor") == nil ? 0 : try fields?.integer("cursor", in: 0...10_000_000) ?? 0
        let store = StationEpisodeStore(database: database)
        let page = try await store.page(of: key, offset: offset, at: now(), in: context.tenant.id)
        let (serials, _) = try await SerialStore(database: database).page(
            ListQuery(show: key, limit: 200, in: context.tenant), in: context.tenant.id)
        let pictures = try await StationPictureStore(database: database).paths(
            of: .serial, serials.map(\.id), in: context.tenant.id)
        return """
            \(ShowEpisodes(show: key, page: page, offset: offset, clock: StationClock(name: context.tenant.timeZone)).html)
            <section><h2>Serials</h2>\(Self.list(serials, pictures, of: key))</section>
            <section><h2>Podcast feed</h2><p class="hint">Podcast apps read the \
            <a href="/api/v1/shows/\(key)/feed.xml">feed of this show</a>. \
            The feed contains the show’s title, summary, description, language, website and picture, \
            and its episodes on demand. Music is never offered for download.</p></section>
            """
    }

    private static func list(
        _ serials: [CatalogueItem<SerialContent>], _ pictures: [Int64: String], of show: Int64
    ) -> HTML {
        let new: HTML = "<a class=\"button quiet\" href=\"/station/shows/\(show)/serials/new\">New serial</a>"
        guard !serials.isEmpty else {
            return EmptyState(
                .list, "No serials yet", "A serial groups episodes that are the numbered parts of one story.",
                action: new
            ).html
        }
        let rows = serials.map { serial in
            let title = serial.content.title
            var row = ListRow(
                "<strong>\(title)</strong>", LocalPath("/station/serials/\(serial.id)"),
                artwork: Artwork(title, url: pictures[serial.id]))
            if let parts = serial.content.totalParts { row.details = [parts == 1 ? "1 part" : "\(parts) parts"] }
            return row
        }
        return "\(RowList(rows).html)<p>\(new)</p>"
    }
}

/// The options for the chooser of credited people.
struct CreditChoices: Sendable {
    let database: TenantDatabase

    func chooser(_ state: FormState, in tenant: Tenant) async throws -> Chooser {
        let keys = (state.value["credits"]?.list ?? []).flatMap { $0["person"]?.keys ?? [] }
        var seen: Set<Int64> = []
        var chooser = try await Chooser(
            "credits", keys: keys.filter { seen.insert($0).inserted }, from: PersonStore(database: database), state,
            in: tenant
        ) { String($0.biography.prefix(60)) }
        let people = (chooser.chosen + chooser.others).map(\.key)
        chooser.pictures = try await StationPictureStore(database: database).paths(of: .person, people, in: tenant.id)
        return chooser
    }
}
