@testable import Accounts

/// The meaning of a name in a path, a query or a body, and the way to find a value of each tenant. A new parameter needs one line here. A test
/// reports missing names.
struct WallIdentifier: Sendable {
    /// The source of a tenant's value.
    let source: Source
    /// A value that does not exist.
    let absent: String
    /// Whether all tenants have the same value, such as a word of the interface. This value then does not belong to another tenant.
    let isCommon: Bool

    enum Source: Sendable {
        /// A query, in which `$1` is the tenant and `$2` the caller's account.
        case row(String)
        /// A secret. The database stores only its hash.
        case secret(@Sendable (TenantRows) -> String)
    }

    private init(_ source: Source, absent: String = "999999999", isCommon: Bool = false) {
        self.source = source
        self.absent = absent
        self.isCommon = isCommon
    }

    private static let secretOfNobody = String(repeating: "A", count: 43)

    /// The identifiers by their names in openapi.yaml.
    static let all: [String: WallIdentifier] = [
        // Content.
        "file": .init(
            .row("select name from app.image where tenant_id = $1 and name <> 'dot.png'"), absent: "none.png"),
        "database1": .init(
            .row("select name from app.piece where tenant_id = $1"), absent: "Nobody, Nothing: No movement"),
        "piece": .init(.row("select name from app.piece where tenant_id = $1"), absent: "Nobody, Nothing: No movement"),
        "concert": .init(.row("select slug from app.concert where tenant_id = $1"), absent: "evening-of-nobody"),
        "message": .init(
            .row("select message_id::text from app.hall_message where tenant_id = $1 and starts_at is null")),
        "scheduledMessage": .init(
            .row("select message_id::text from app.hall_message where tenant_id = $1 and starts_at is not null")),
        "pieceDraft": .init(.row("select piece_draft_id::text from app.piece_draft where tenant_id = $1")),
        "pieceImport": .init(
            .row(
                """
                select draft_import_id::text from app.draft_import
                 where tenant_id = $1 and piece_draft_id is not null and format <> 'deletion'
                """)),
        "pieceDeletion": .init(
            .row("select draft_import_id::text from app.draft_import where tenant_id = $1 and format = 'deletion'")),
        "concertImport": .init(
            .row("select draft_import_id::text from app.draft_import where tenant_id = $1 and piece_draft_id is null")),
        // In the piece of the stage, every tenant has the same numbers of tracks, annotations, sections and revisions.
        "track": .init(.row("select '2' where $1 > 0"), isCommon: true),
        "annotation": .init(.row("select '3' where $1 > 0"), isCommon: true),
        "section": .init(.row("select '4' where $1 > 0"), isCommon: true),
        "revision": .init(.row("select '1' where $1 > 0"), isCommon: true),
        "term": .init(.row("select name from app.glossary_item where tenant_id = $1"), absent: "nothing"),
        "image": .init(.row("select name from app.draft_image where tenant_id = $1"), absent: "none.png"),
        "asset": .init(.row("select 'Splash32.png' where $1 > 0"), absent: "Splash32.png", isCommon: true),
        // Accounts.
        "login": .init(
            .row("select login from app.user_account where tenant_id = $1 and user_id = $2"), absent: "nobody-at-all"),
        "session": .init(
            .row(
                """
                select session_id::text from app.session
                 where tenant_id = $1 and user_id = $2 and device like 'spare%'
                """)),
        "token": .init(
            .row(
                """
                select session_id::text from app.session
                 where tenant_id = $1 and user_id = $2 and device like 'spare%'
                """)),
        "account": .init(
            .row("select user_id::text from app.user_account where tenant_id = $1 and login like 'guest-%'")),
        "invitation": .init(
            .row("select link_id::text from app.account_link where tenant_id = $1 and purpose = 'invitation'")),
        "refreshToken": .init(.secret { $0.refresh.text }, absent: "\(secretOfNobody).\(secretOfNobody)"),
        "link": .init(.secret { $0.invitation.text }, absent: secretOfNobody),
        "secret": .init(.secret { $0.invitation.text }, absent: secretOfNobody),
        "sharedInvitation": .init(.secret { $0.shared.text }, absent: secretOfNobody),
        "stream": .init(.row("select lease_id::text from app.stream_lease where tenant_id = $1 and user_id = $2")),
        // Notices.
        "rule": .init(.row("select rule_id::text from app.upgrade_rule where tenant_id = $1")),
        "kind": .init(.row("select kind from app.notice where tenant_id = $1 order by kind"), isCommon: true),
        "notice": .init(.row("select kind from app.notice where tenant_id = $1 order by kind"), isCommon: true),
        // Radio.
        "channel": .init(.row("select channel_id::text from app.channel where tenant_id = $1")),
        "category": .init(.row("select category_id::text from app.category where tenant_id = $1")),
        "genre": .init(.row("select genre_id::text from app.genre where tenant_id = $1")),
        "person": .init(.row("select person_id::text from app.person where tenant_id = $1")),
        "show": .init(.row("select show_id::text from app.show where tenant_id = $1")),
        "serial": .init(.row("select serial_id::text from app.serial where tenant_id = $1")),
        "episode": .init(.row("select episode_id::text from app.episode where tenant_id = $1")),
        "topic": .init(.row("select tag_id::text from app.tag where tenant_id = $1")),
        "art": .init(.row("select art_id::text from app.art where tenant_id = $1")),
        "scheduleRule": .init(.row("select rule_id::text from app.schedule_rule where tenant_id = $1")),
        "airing": .init(.row("select airing_id::text from app.airing where tenant_id = $1")),
        "comingAiring": .init(
            .row("select airing_id::text from app.airing where tenant_id = $1 and starts_at > now() + interval '1 day'")
        ),
        "calendarToken": .init(.secret { $0.calendar.text }, absent: secretOfNobody),
        "segment": .init(.row("select segment_id::text from app.segment where tenant_id = $1")),
        "cut": .init(.row("select cut_id::text from app.cut where tenant_id = $1")),
        "version": .init(.row("select version_id::text from app.version where tenant_id = $1")),
        "pi": .init(
            .row("select split_part(uri, '.', 2) from app.bearer where tenant_id = $1 and uri like 'fm:%'"),
            absent: "ffff"),
        "sid": .init(
            .row("select split_part(uri, '.', 3) from app.bearer where tenant_id = $1 and uri like 'dab:%'"),
            absent: "ffff"),
        "service": .init(.row("select 'c' || channel_id from app.channel where tenant_id = $1"), absent: "c999999999"),
        "import": .init(.row("select import_id::text from app.radio_import where tenant_id = $1")),
        // The library.
        "librarySync": .init(
            .row("select sync_id::text from app.library_sync where tenant_id = $1 and user_id = $2")),
        "cloudTrack": .init(
            .row("select urn from app.cloud_track where tenant_id = $1"), absent: "soundcloud:tracks:999999999"),
        "cloudPlaylist": .init(
            .row("select urn from app.cloud_playlist where tenant_id = $1"), absent: "soundcloud:playlists:999999999"),
        "cloudCover": .init(
            .row(
                """
                select urn || '-' || left(encode(sha256(convert_to(artwork_url, 'utf8')), 'hex'), 16)
                  from app.cloud_track where tenant_id = $1
                """), absent: "soundcloud:tracks:999999999-0123456789abcdef"),
        "cloudUser": .init(
            .row("select urn from app.cloud_user where tenant_id = $1"), absent: "soundcloud:users:999999999"),
        "libraryTrack": .init(
            .row(
                """
                select t.urn from app.library_track x join app.cloud_track t using (tenant_id, track_id)
                 where x.tenant_id = $1 and x.user_id = $2
                """), absent: "soundcloud:tracks:999999999"),
        "libraryArtist": .init(
            .row("select artist_id::text from app.library_artist where tenant_id = $1 and user_id = $2")),
        "libraryAlbum": .init(
            .row("select album_id::text from app.library_album where tenant_id = $1 and user_id = $2")),
        "libraryLabel": .init(
            .row("select label_id::text from app.library_label where tenant_id = $1 and user_id = $2")),
        "libraryCorrection": .init(
            .row("select teaching_id::text from app.library_teaching where tenant_id = $1 and user_id = $2")),
        "station": .init(
            .row("select station_id::text from app.podcast_station where tenant_id = $1 and user_id = $2")),
        "listen": .init(
            .row(
                """
                select (extract(epoch from listened_at) * 1000000)::bigint || '-' || track_id
                  from app.listen where tenant_id = $1 and user_id = $2
                """), absent: "1-1"),
        "playContext": .init(
            .row("select 'station:' || station_id from app.podcast_station where tenant_id = $1 and user_id = $2"),
            absent: "station:999999999"),
        // Every listener's queue has a first track, and a device chooses its own identifier.
        "index": .init(.row("select '0' where $1 > 0"), absent: "0", isCommon: true),
        "device": .init(.row("select 'phone' where $1 > 0"), absent: "phone", isCommon: true),
        "appPassword": .init(
            .row("select app_password_id::text from app.app_password where tenant_id = $1 and user_id = $2")),
        "apiGroup": .init(.row("select 'accounts' where $1 > 0"), absent: "accounts", isCommon: true),
        "subsonicMethod": .init(.row("select 'ping' where $1 > 0"), absent: "ping", isCommon: true),
        // The stage is no demo, so these paths are unknown to every tenant.
        "demoChannel": .init(
            .row("select 'lantern-wave.mp3' where $1 > 0"), absent: "lantern-wave.mp3", isCommon: true),
        "demoRecording": .init(.row("select 'glue.mp3' where $1 > 0"), absent: "glue.mp3", isCommon: true),
        "feedToken": .init(.secret { $0.feed.text }, absent: secretOfNobody),
        // The platform.
        "tenant": .init(.row("select slug from control.tenant where tenant_id = $1"), absent: "nobody"),
        "host": .init(.row("select host from control.tenant_host where tenant_id = $1"), absent: "nobody.example"),
    ]

    /// The parameters of queries and members of bodies that are identifiers. In a path, every name is an identifier.
    static let beyondPaths: Set<String> = [
        "database1", "piece", "concert", "session", "account", "invitation", "token", "refreshToken",
        "channel", "show", "episode", "appPassword", "deletion",
    ]

    /// The parameters of queries and members of bodies that are not identifiers: texts, choices and numbers.
    static let plain: Set<String> = [
        // Fields of every form and change.
        "csrf", "key", "revision", "next", "notice", "again", "cursor", "limit", "tag", "Idempotency-Key", "If-Match",
        "Last-Event-ID", "App-Platform", "App-Version",
        // Playing, and a tenant's application at SoundCloud.
        "maxBitRate", "rating", "clientId", "clientSecret",
        // A listener's account at ListenBrainz.
        "userToken", "server", "sendsHistory",
        // Live.
        "v", "since", "title", "body", "style", "buttonText", "url", "expiresAt", "state", "source", "measure",
        "counted", "expected", "leaving", "pass", "by", "seconds", "leader", "colleague", "tempo", "isTapped",
        "recordingMs", "beat", "confidence", "age", "ages", "presses", "transport", "clockOffsetMs", "steps",
        // Waveforms.
        "width", "height",
        // Editing.
        "date", "venue", "baseRevision", "note", "whileOnAir", "pieces", "composer", "work", "movement", "recording",
        "measures", "keys", "intensities", "sections", "level", "tracks", "annotations", "text", "history",
        // The pages of editors.
        "undo", "mode", "file", "image", "pending", "digest", "match", "trackName", "repairPictures",
        "annotation", "like", "row", "values", "endMeasure",
        // Accounts.
        "login", "password", "current", "new", "device", "deviceToken", "displayName", "email", "role", "disabled",
        "name", "scope",
        "administrator", "days", "expiresInMs", "search", "until", "dryRun", "takeOver",
        // Tenants.
        "slug", "host", "hosts", "enabled", "locale", "timeZone", "integerSeconds", "limits", "multicast", "policies",
        "texts", "accentColour", "learnMoreUrl", "conversionUrl", "supportUrl", "supportPhone", "logo", "confirm",
        "requestsPerSecond", "requestBurst", "connections", "streams", "storedBytes", "accounts", "bufferMinutes",
        "skipsBack", "skipsForward", "skipsTotal", "skipWindowMinutes", "completionPercent", "streamsPerAccount",
        "signUp", "allowedOrigins",
        // The radio's catalogue: descriptions and lists of references.
        "shortName", "description", "language", "website", "colour", "number", "numbers", "categories", "genres",
        "bearers", "skipPolicy", "liveDelayMs", "isActive", "rank", "code", "biography", "summary", "isMusic",
        "isForChildren", "isPlaceholder", "channels", "credits", "totalParts", "part", "season", "publishedAt", "tags",
        "position", "words", "airingOffsetMs", "durationMs", "availableFrom", "availableUntil", "isDownloadable",
        "media", "alt", "credit", "images", "shows", "size",
        // Playout.
        "channels", "order", "at", "date", "rows", "artist", "album", "label", "isrc", "durationMs", "isMusic",
        "startsAt", "listeners", "skips",
        "startsAt", "listeners",
        // The version of a song.
        "version",
        // Notices and audit.
        "strict", "channel",
        "noAccentColour", "shownAccentColour", "platform", "appVersion", "forever", "message", "active", "kind",
        "versionRange", "linkUrl", "activeFrom",
        "startsOn", "endsOn", "startTime", "durationMs", "recurrence", "priority", "isLive", "isRepeat", "isCancelled",
        "startsAt", "endsAt", "plannedStart", "plannedEnd", "description", "segments",
        "activeTo", "jumpToHome", "autoplay", "seenNavHelp", "alertLeadMinutes", "from", "to", "actor", "action",
        // The pages of the schedule.
        "start", "end", "startDate", "isSecond", "minutes", "whole", "beganTime", "over", "endTime", "confirmed", "day",
        "time", "interval", "lastDay",
        // The station's pages.
        "find", "take", "picture", "only", "up", "down", "drop", "add", "rows/shows", "format", "files", "act", "tried",
        "losses", "faults", "notes", "about",
        // Files that all pages load, and the gallery of components.
        "stylesheet", "audienceFile", "look",
        // The finder excludes a channel together with a category, so WallRecipe sets only one of them.
        "channel", "category", "filter", "offset", "before", "after", "q", "types",
        // The library.
        "returnTo", "parts", "state", "code", "error", "sort", "include", "view", "params", "libraryCategory",
        "podcastCategory",
        "likesOrder",
        "artists", "then", "done",
        "station", "to",
        // Each pair has two buttons. The recipes press the other button.
        "unlike", "unfollow",
        "track", "into", "names", "listens", "listenedAt", "playedMs", "client", "month",
        "index", "positionMs", "in", "isPublic", "tracks", "seed",
        // The player.
        "event", "attempt", "behindMs", "change", "play", "on", "rate", "context", "abilities",
        // Shared sessions.
        "differenceUs", "errorBoundUs", "mode", "member", "scope", "remove",
        // OpenSubsonic.
        "u", "t", "s", "p", "apiKey", "c", "f", "callback", "id",
        "index", "positionMs", "in", "isPublic", "tracks", "seed", "of",
    ]
}
