import HTTP
import Radio
import Tenancy
import Web

/// The editor of episodes.
struct EpisodeEditor: StationEditor {
    let database: TenantDatabase
    /// The show of a new episode; `nil` for an existing one, whose content contains the show.
    let show: Int64?
    let now: @Sendable () -> Instant

    var store: EpisodeStore { EpisodeStore(database: database) }
    var listPath: String { "/station/shows/\(show ?? 0)/episodes" }
    static let itemName = "episode"
    static let part = StationPage.Part.shows

    static let shape: [FormField] = [
        .line("show"), .optional("serial"), .line("title"), .line("summary"), .text("description"), .number("part"),
        .number("season"), .instant("publishedAt"), .ids("genres"), .ids("tags"),
        .rows("credits", key: "role", [.line("person"), .line("role")]),
    ]

    func path(of key: Int64) -> String { "/station/episodes/\(key)" }

    func blank(_ context: RequestContext) async throws -> FormValue {
        try await ParentShow(database: database).check(show, in: context.tenant.id)
        return .members(["show": .text(String(show ?? 0))])
    }

    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        try await ParentShow(database: database).link(value["show"]?.keys.first ?? show, in: context.tenant.id)
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        try await LossStore(database: database).episode(key, in: tenant)
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        let genres = try await GenreChoices(database: database).chooser(form.state, in: context.tenant)
        let topics = try await Chooser(
            "tags", keys: form.state.value["tags"]?.keys ?? [], from: TopicStore(database: database), form.state,
            in: context.tenant
        ) { $0.kind == .topic ? "topic" : "" }
        return """
            \(form.hidden("show"))
            <fieldset><legend>Details</legend>\(form.fault("show"))
            \(form.line("title", "Title", "maxlength=\"2000\" required"))
            \(form.line("summary", "Summary", "maxlength=\"2000\""))
            \(form.lines("description", "Description", rows: 7, limit: 100_000))
            \(form.choice("serial", "Serial", try await serials(form, context.tenant)))
            <div class="pair">\(form.number("part", "Part"))\(form.number("season", "Season"))</div>
            \(form.instant("publishedAt", "First published", hint: "In the time zone \(context.tenant.timeZone)."))
            </fieldset>
            \(form.chooser(genres, "Genres", search: "A genre, or a TV-Anytime term or number"))
            \(form.credits(try await CreditChoices(database: database).chooser(form.state, in: context.tenant)))
            \(form.chooser(topics, "Topics and keywords", search: "Part of a topic or keyword"))
            """
    }

    private func serials(_ form: FormControls, _ tenant: Tenant) async throws -> [(value: String, label: String)] {
        let show = form.state.value["show"]?.keys.first ?? show ?? 0
        let (serials, _) = try await SerialStore(database: database).page(
            ListQuery(show: show, limit: ListQuery.size.most, in: tenant), in: tenant.id)
        let chosen = form.typed("serial")
        let known = serials.map { (value: String($0.id), label: $0.content.title) }
        let other =
            chosen.isEmpty || known.contains { $0.value == chosen } ? [] : [(value: chosen, label: "Another serial")]
        return [(value: "", label: "No serial")] + known + other
    }

    func relatedItems(
        _ key: Int64, _ value: FormValue, _ request: Request, _ context: RequestContext
    ) async throws -> HTML {
        let (versions, _) = try await VersionStore(database: database, episode: key).page(
            ListQuery(limit: ListQuery.size.most, in: context.tenant), in: context.tenant.id)
        let clock = StationClock(name: context.tenant.timeZone)
        let new: HTML = "<a class=\"button quiet\" href=\"/station/episodes/\(key)/versions/new\">New recording</a>"
        guard !versions.isEmpty else {
            let empty = EmptyState(
                .podcast, "Not available on demand",
                "To offer the episode on demand, create a recording with an audio address and the period of availability.",
                action: new)
            return "<section><h2>On demand</h2>\(empty.html)</section>"
        }
        let rows = versions.map { version in
            let (content, from) = (version.content, clock.label(version.content.availableFrom))
            var row = ListRow(
                "<strong>From \(from)</strong>", LocalPath("/station/episodes/\(key)/versions/\(version.id)"),
                artwork: nil)
            let until = content.availableUntil.map { "until \(clock.label($0))" } ?? "no end date"
            let audio = content.media.isEmpty ? "no audio yet" : "audio addresses: \(content.media.count)"
            row.details = ["\(until) · \(audio)"]
            row.facts = VersionEditor.tag(content, at: now())
            return row
        }
        return "<section><h2>On demand</h2>\(RowList(rows).html)<p>\(new)</p></section>"
    }
}
