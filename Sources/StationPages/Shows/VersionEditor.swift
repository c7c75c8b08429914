import FoundationEssentials
import HTTP
import Postgres
import Radio
import Tenancy
import Web

/// The editor of recordings, which make an episode available on demand (spec R66).
struct VersionEditor: StationEditor {
    let database: TenantDatabase
    let episode: Int64
    let now: @Sendable () -> Instant

    var store: VersionStore { VersionStore(database: database, episode: episode) }
    var listPath: String { "/station/episodes/\(episode)/versions" }
    static let itemName = "recording"
    static let part = StationPage.Part.shows
    static let hasArt = false

    static let shape: [FormField] = [
        .instant("availableFrom"), .instant("availableUntil"), .flag("isDownloadable"),
        .duration("durationMs"), .optional("airing"), .duration("airingOffsetMs", isSigned: true),
        .rows(
            "media", key: "url",
            [.line("url"), .line("purpose"), .line("mediaType"), .number("bitrate"), .number("bytes")]),
    ]

    func title(_ content: VersionContent, _ context: RequestContext) -> String {
        "On demand from \(StationClock(name: context.tenant.timeZone).label(content.availableFrom))"
    }

    func path(of key: Int64) -> String { "/station/episodes/\(episode)/versions/\(key)" }

    func blank(_ context: RequestContext) async throws -> FormValue {
        guard try await EpisodeStore(database: database).item(episode, in: context.tenant.id) != nil else {
            throw APIError.unknown(.episode)
        }
        let minute = now().milliseconds / 60_000 * 60_000
        return .members(["availableFrom": .text(Instant(milliseconds: minute).description)])
    }

    func up(_ value: FormValue, _ context: RequestContext) async throws -> Page.Link {
        guard let item = try await EpisodeStore(database: database).item(episode, in: context.tenant.id),
            let path = LocalPath("/station/episodes/\(episode)")
        else { return Page.Link("/station/shows", "Shows") }
        return Page.Link(path, item.content.title)
    }

    func losses(_ key: Int64, in tenant: TenantID) async throws -> [String] {
        ["Listeners can no longer play this recording. The episode is kept."]
    }

    func controls(_ form: FormControls, _ context: RequestContext) async throws -> HTML {
        """
        <fieldset><legend>Rights</legend>
        <p class="hint">Dates and times are in the time zone \(context.tenant.timeZone).</p>
        <div class="pair">\(form.instant("availableFrom", "Available from"))
        \(form.instant("availableUntil", "Available until", hint: "Leave empty for no end date."))</div>
        \(form.flag("isDownloadable", "Allow downloads", hint: "Recordings of a show with the option “Music” can never be downloaded."))
        </fieldset>
        \(sound(form))
        <fieldset><legend>Recorded broadcast and length</legend>
        \(form.choice("airing", "Broadcast", try await broadcasts(form, context.tenant)))
        <p class="hint">The music log of the broadcast becomes the chapters of the recording.</p>
        <div class="pair">\(form.duration("durationMs", "Length", hint: "For example, 58:30 or 1:02:03."))
        \(form.duration("airingOffsetMs", "Start within the broadcast",
            hint: "For example, 2:30 means 2 min 30 s after the start of the broadcast, and -0:05 means 5 s before."))</div>
        </fieldset>
        """
    }

    /// Returns the options for the recorded broadcast: no broadcast, and at most 60 broadcasts: the selected one, those of this episode, and the
    /// newest others of the show. Cancelled broadcasts are left out unless selected.
    private func broadcasts(_ form: FormControls, _ tenant: Tenant) async throws -> [(value: String, label: String)] {
        let chosen = form.typed("airing")
        let rows = try await database.rows(
            in: tenant.id,
            """
            select a.airing_id, a.starts_at, c.name, c.time_zone
              from app.episode e
              join app.airing a on a.tenant_id = \(tenant.id) and a.show_id = e.show_id
              join app.channel c on c.tenant_id = \(tenant.id) and c.channel_id = a.channel_id
             where e.tenant_id = \(tenant.id)
               and e.episode_id = \(episode)
               and (not a.is_cancelled or a.airing_id::text = \(chosen))
             order by a.airing_id::text = \(chosen) desc, a.episode_id is not distinct from e.episode_id desc,
                      a.starts_at desc
             limit 60
            """)
        let known = try rows.map { row in
            let clock = StationClock(name: try row("time_zone"))
            let start = Instant(try row("starts_at", as: Date.self))
            return (
                value: String(try row("airing_id", as: Int64.self)),
                label: "\(clock.label(start)), \(try row("name", as: String.self))"
            )
        }
        let other =
            chosen.isEmpty || known.contains { $0.value == chosen }
            ? [] : [(value: chosen, label: "Broadcast \(chosen)")]
        return [(value: "", label: "No broadcast")] + other + known
    }

    private func sound(_ form: FormControls) -> HTML {
        form.rows(
            "media", "Audio", hint: "Players use the first address for streaming. Clear an address to remove it.",
            spare: 1
        ) { path, count in
            """
            <div class="row"><div class="whole">\(form.line("\(path)/url", "Audio address \(count)", "type=\"url\" maxlength=\"2000\""))</div>
            \(form.choice("\(path)/purpose", "Purpose", [("stream", "streaming"), ("download", "download")]))
            \(form.line("\(path)/mediaType", "Media type", "maxlength=\"100\" placeholder=\"audio/mpeg\" spellcheck=\"false\""))
            \(form.number("\(path)/bitrate", "Bit rate in kbit/s"))\(form.number("\(path)/bytes", "Size in bytes"))</div>
            """
        }
    }

    /// Returns a tag that shows whether listeners can play the recording.
    static func tag(_ content: VersionContent, at now: Instant) -> HTML {
        if content.availableFrom > now { return ShowEpisodes.tag(.upcoming) }
        if let end = content.availableUntil, end <= now { return ShowEpisodes.tag(.expired) }
        return content.media.isEmpty ? "<b class=\"tag bad\">no audio</b>" : ShowEpisodes.tag(.onDemand)
    }
}
