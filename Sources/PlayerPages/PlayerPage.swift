import HTTP
import PlayerCore
import Players
import Web

/// The page `/player`: the player, its queue and the listener's devices or, for a member of a shared session, this session.
struct PlayerPage {
    let session: PlayerSession
    let now: PlayerTime
    let list: PlayerQueueList
    let texts: [String: PlayerItemDescription]
    let devices: [PlayerDevice]
    let shared: SharedSection
    let context: RequestContext

    /// Returns the response, which must not be cached, because the player can change at any moment.
    func response() -> Response {
        let field = context.caller?.csrfField ?? .empty
        var page = Page(
            "Player", context,
            content: """
                <div id="player-view">
                \(shared.isMember ? shared.html : own(field))
                </div>
                <p class="faint">Keys: Space plays or pauses, N and P go to the next and the previous track, and the arrow keys move the position by 10 seconds.
                A double tap on the player plays or pauses. The tracks that you have heard are in <a href="/library/listens">your listening history</a>. \
                The channels of the station are on the page <a href="/player/radio">Radio</a>.</p>
                """)
        page.up = Page.Link("/library", "Library")
        page.style = EmbeddedText.playerCSS
        page.scriptFiles = ["/player/player.js"]
        page.playsOtherSites = true
        page.footer = HiddenBar.html
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private func own(_ field: HTML) -> HTML {
        let control = PlayerControl(
            session: session, now: now, text: session.item.flatMap { texts[$0.id] }, field: field)
        return """
            \(control.html)
            <h2 id="queue">Queue\(session.queue.isEmpty ? "" : " (\(SentenceFormat.count(session.queue.count, "track")))")</h2>
            \(list.html(texts, field))
            <h2 id="devices">Devices</h2>
            \(deviceList(field))
            \(shared.beginning)
            """
    }

    private func deviceList(_ field: HTML) -> HTML {
        let rows = devices.filter { $0.abilities.contains(.play) }.map { device -> ListRow in
            var row = ListRow("<strong data-device=\"\(device.id)\">\(device.name)</strong>", nil, artwork: nil)
            row.isCurrent = device.id == session.device
            let seenAt = device.seenAt.description
            let seen: HTML = "last seen <time datetime=\"\(seenAt)\">\(seenAt)</time>"
            row.details = [device.id == session.device && session.state.isActive ? "playing now" : seen]
            row.actions =
                device.id == session.device
                ? .empty
                : "<button class=\"quiet\" name=\"to\" value=\"\(device.id)\" >Play on \(device.name)</button>"
            return row
        }
        guard !rows.isEmpty else {
            return "<p>Browsers and apps appear here after they open the player.</p>"
        }
        return """
            <form class="lines-form" method="post" action="/player/device">\(field)
            \(RowList(rows).html)</form>
            """
    }
}
