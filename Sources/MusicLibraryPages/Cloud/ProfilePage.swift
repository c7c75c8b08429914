import MusicLibrary
import Postgres
import SoundCloud
import Web

/// The profile page: the account, the sizes of the lists, the growth of the library, the connection, the sync, changes that wait for SoundCloud or
/// have failed, and links to apps.
struct ProfilePage: Sendable {
    let pageContext: CloudPageContext
    /// The profile of the connected account; `nil` if no account is connected or the SoundCloud user is unknown.
    let user: CloudUserProfileView?
    let counts: CloudCounts
    let totals: BrowseStore.Totals
    let growth: LibraryGrowth
    /// The last sync with SoundCloud; `nil` before the first sync.
    let latest: LibrarySync?
    let parts: [LibrarySync.LatestPart]
    let open: [CloudWriteStore.NamedWrite]
    let waiting: Int64
    /// Whether this installation has a SoundCloud application, which a connection requires.
    let isConfigured: Bool

    var content: HTML { "\(who)\(sections)\(growth.html)\(connection)\(sync)\(writes)\(players)" }

    // MARK: - Profile and sections

    private var who: HTML {
        guard let user else { return .empty }
        let home = [user.fullName, user.city, user.country].filter { !$0.isEmpty }.joined(separator: ", ")
        return """
            <p>\(Artwork(user.user.name, url: user.user.cover, isRound: true, size: .small).html) \
            <a class="from-cloud" href="\(LibraryPath.user(user.user.urn))">\(user.user.name)</a> on SoundCloud\
            \(home.isEmpty ? "" : " · \(home)")</p>
            """
    }

    private var sections: HTML {
        let cards: [(LocalPath, String, Int64, String, Icon)] = [
            ("/library/songs", "Songs", totals.songs, "song", .library),
            ("/library/artists", "Artists", totals.artists, "artist", .artist),
            ("/library/albums", "Albums", totals.albums, "album", .album),
            ("/library/labels", "Labels", totals.labels, "label", .label),
            ("/library/podcasts", "Podcasts", totals.podcasts, "podcast track", .podcast),
            ("/library/following", "Following", counts.followings, "user", .account),
            ("/library/likes?kind=track", "Liked tracks", counts.likedTracks, "track", .heart),
            ("/library/likes?kind=playlist", "Liked playlists", counts.likedPlaylists, "playlist", .heart),
            ("/library/playlists", "Playlists", counts.playlists, "playlist", .playlist),
        ]
        let grid = CardGrid(
            cards.map { path, title, count, one, icon in
                Card(path, title, "\(LibraryFormat.count(count, one))", icon: icon)
            })
        return "<div id=\"counts\">\(grid.html)</div>"
    }

    private var players: HTML {
        """
        <h2>Apps and listening history</h2>
        <p>Apps for Subsonic and OpenSubsonic can play your library, likes and podcasts.</p>
        <p class="acts"><a class="button quiet" href="/library/clients">Add or remove apps</a>
        <a class="button quiet" href="/library/listens">Listening history</a></p>
        """
    }

    // MARK: - The connection

    private var connection: HTML {
        "<h2 id=\"connection\">SoundCloud connection</h2>\n\(pageContext.connection.map(connected) ?? unconnected)"
    }

    private var unconnected: HTML {
        "<p>No SoundCloud account is connected.</p>\n<p><a class=\"button\" href=\"/library/welcome\">Connect SoundCloud</a></p>"
    }

    private func connected(_ connection: CloudConnection) -> HTML {
        let isGood = connection.state == .connected
        let state: HTML =
            isGood
            ? "<span class=\"tag good\">Connected</span>"
            : "<span class=\"tag bad\">Not working</span> \(connection.fault.asSentence) Connect the account again."
        let renewal: HTML =
            isGood
            ? "<dt>Access renewal</dt><dd>Automatic, next renewal by \(pageContext.clock.shortElement(connection.expiresAt))</dd>"
            : .empty
        let again: HTML =
            isGood || !isConfigured ? .empty : ConnectionForms.connect(pageContext.context, "Connect again")
        return """
            <dl class="facts"><dt>Account</dt><dd class="from-cloud">\(connection.username ?? "not known yet")</dd>
            <dt>State</dt><dd>\(state)</dd>
            <dt>Connected since</dt><dd>\(pageContext.clock.shortElement(connection.connectedAt))</dd>\(renewal)</dl>
            \(again)\(ConnectionForms.disconnect(pageContext.context))
            """
    }

    // MARK: - The sync

    private var isRunning: Bool { latest?.state == .queued || latest?.state == .running }

    private var sync: HTML {
        """
        <section id="sync" aria-labelledby="sync-title"\(isRunning ? " data-running" : HTML.empty)>
        <h2 id="sync-title">Sync</h2>
        <p id="told" role="status">\(summary)</p>
        <div id="parts">\(progress)\(parts.isEmpty ? HTML.empty : table)</div>
        <div id="again">\(again)</div></section>
        """
    }

    /// The state of the last sync with SoundCloud, in one or two sentences.
    private var summary: HTML {
        guard let latest else { return "Nothing has been synced from SoundCloud yet." }
        switch latest.state {
        case .queued where !latest.fault.isEmpty:
            return "Sync paused: \(latest.fault). The sync continues automatically."
        case .queued: return "A sync starts in a moment."
        case .running:
            let seen = parts.filter { $0.part.state == .running }.first
            return seen.map {
                "Sync in progress: \($0.part.part.words), \(LibraryFormat.count(Int64($0.part.seen), "item")) so far."
            }
                ?? "Sync in progress."
        case .done:
            return
                "Up to date with SoundCloud as of \(pageContext.clock.shortElement(latest.finishedAt ?? latest.createdAt))."
        case .failed:
            let why: HTML = latest.fault.isEmpty ? "see the table below" : "\(latest.fault)"
            return """
                The sync of \(pageContext.clock.shortElement(latest.finishedAt ?? latest.createdAt)) is incomplete: \(why). \
                Data from earlier syncs is kept.
                """
        }
    }

    /// The progress of a running sync: the items of the running part if their number is known, or else the number of finished parts.
    private var progress: HTML {
        guard latest?.state == .running else { return .empty }
        // Parts with an end belong to earlier syncs.
        let current = parts.filter { $0.finishedAt == nil }.map(\.part)
        guard !current.isEmpty else { return .empty }
        if let running = current.first(where: { $0.state == .running }), let expected = running.expected {
            return Progress(running.part.words, Int(running.seen), of: expected).html
        }
        let finished = current.count { $0.state == .done || $0.state == .failed }
        return Progress("Finished parts", finished, of: current.count).html
    }

    private var table: HTML {
        DataTable(
            "Last sync of each part", columns: ["Part", "State", "Items", "Errors"],
            rows: parts.map { latest in
                let part = latest.part
                return ["\(part.part.words)", state(latest), "\(Self.changeCounts(part))", Self.faults(part)]
            }
        ).html
    }

    private func state(_ latest: LibrarySync.LatestPart) -> HTML {
        switch latest.part.state {
        case .queued: "<span class=\"tag\">Waiting</span>"
        case .running: "<span class=\"tag\">In progress</span>"
        case .done:
            "<span class=\"tag good\">Up to date</span> \(latest.finishedAt.map { pageContext.clock.shortElement($0) })"
        case .failed: "<span class=\"tag bad\">Failed</span> \(latest.part.fault)"
        }
    }

    private static func changeCounts(_ part: LibrarySync.Part) -> String {
        let counts = [(part.added, "new"), (part.changed, "changed"), (part.removed, "removed")].filter { $0.0 > 0 }
            .map { "\(LibraryFormat.grouped(Int64($0.0))) \($0.1)" }
        return (["\(LibraryFormat.grouped(Int64(part.seen))) checked"] + counts).joined(separator: ", ")
    }

    /// Returns the number of items that could not be read, with the position and reason of the first ten.
    private static func faults(_ part: LibrarySync.Part) -> HTML {
        guard part.faultCount > 0 else { return "none" }
        return """
            <details><summary>\(LibraryFormat.count(Int64(part.faultCount), "item")) could not be read</summary>
            <ul>\(part.faults.prefix(10).map { fault -> HTML in
                "<li>Item \(fault.position + 1): \(fault.reason)</li>"
            })</ul></details>
            """
    }

    private var again: HTML {
        guard pageContext.isConnected else { return .empty }
        guard !isRunning else {
            return "<p><a class=\"button quiet\" href=\"/library/profile#sync\">Refresh page</a></p>"
        }
        return """
            <form method="post" action="/library/syncs">\(pageContext.context.caller?.csrfField)
            <p><button class="quiet">Sync now</button></p></form>
            """
    }

    // MARK: - Waiting and failed changes

    private var writes: HTML {
        guard !open.isEmpty else { return .empty }
        let more = waiting - Int64(open.filter { $0.write.state == .pending }.count)
        return """
            <h2>Waiting and failed changes</h2>
            \(RowList(open.map { summary in
                let name = summary.name.isEmpty ? summary.write.urn.description : summary.name
                var row = ListRow("<strong>\(name)</strong>", nil, artwork: Artwork(name))
                row.origin = .cloud
                row.details = [CloudLines.state(summary.write)]
                return row
            }).html)
            \(more > 0 ? "<p class=\"faint\">Also waiting: \(LibraryFormat.count(more, "change")).</p>" : HTML.empty)
            """
    }

    /// The script that reloads the counts and the parts of a running sync every two seconds, and announces a changed state to screen readers.
    static let script: StaticString = """
        const sync = document.querySelector('#sync');
        async function look() {
          try {
            const answer = await fetch('/library/profile', {headers: {Accept: 'text/html'}});
            const page = answer.ok && !answer.redirected
              ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
            if (page?.querySelector('#sync')) {
              const [old, told] = [document, page].map(it => it.querySelector('#told'));
              if (old.textContent !== told.textContent) old.replaceChildren(...told.childNodes);
              for (const id of ['#counts', '#parts', '#again']) {
                const part = document.querySelector(id);
                const had = part.contains(document.activeElement);
                part.replaceChildren(...page.querySelector(id).childNodes);
                if (had) part.querySelector('a, button, summary')?.focus();
              }
              if (!page.querySelector('#sync').hasAttribute('data-running')) return sync.removeAttribute('data-running');
            }
          } catch { }
          setTimeout(look, 2000);
        }
        if (sync?.hasAttribute('data-running')) setTimeout(look, 1000);
        """
}

extension SyncPart {
    /// The name of the part of a sync as pages show it, such as "Liked tracks".
    var words: String {
        switch self {
        case .likedTracks: "Liked tracks"
        case .likedPlaylists: "Liked playlists"
        case .playlists: "Playlists"
        case .followings: "Following"
        case .stream: "Stream"
        }
    }
}
