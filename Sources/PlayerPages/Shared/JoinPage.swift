import HTTP
import PlayerCore
import Players
import Web

/// The page of an invitation. It shows the session, and the form with which a listener joins or a member changes the name.
struct JoinPage: Sendable {
    let secret: SecretKey
    let stored: StoredSharedSession
    /// The texts of the current track that the listener's account may see; `nil` for an empty queue.
    let text: SharedTrackText?
    /// The listener as a member of this session; `nil` if the listener is not a member.
    let member: SharedMember?
    /// Whether the listener is in another session, which joining would leave.
    let isElsewhere: Bool
    var name: String
    var error: APIError?

    func response(_ context: RequestContext) -> Response {
        var page = Page("Listen together", context, content: content(context))
        page.up = Page.Link("/player", "Player")
        page.status = error?.status ?? .ok
        page.style = EmbeddedText.playerCSS
        page.scriptFiles = ["/player/player.js"]
        page.footer = HiddenBar.html
        // The path contains the secret, so `Referer` must be limited to the origin.
        return page.response(fields: ["Referrer-Policy": "strict-origin", "Cache-Control": "no-store"])
    }

    private func content(_ context: RequestContext) -> HTML {
        let (session, now) = (stored.session, stored.now)
        let names = session.members.map(\.name)
        let shown = names.prefix(10).joined(separator: ", ")
        let rest = names.count > 10 ? " and \(names.count - 10) more" : ""
        let playing: HTML =
            session.player.item.map { _ in
                let title = text?.description?.title ?? "Track not available in your account"
                let words = session.player.audio.isActive ? "Playing now" : "Paused"
                let picture = Artwork(title, url: text?.description?.picture?.small, size: .small).html
                return "<p>\(picture) \(words): <strong>\(title)</strong> \(text?.description?.artist ?? "")</p>"
            } ?? "<p>The shared queue is empty.</p>"
        let blocked: HTML =
            session.player.item != nil && text?.isBlocked != false
            ? "<p class=\"fault\">Your account cannot play this track. In the session, you hear only the tracks that your account can play.</p>"
            : .empty
        let button: HTML = member == nil ? "Join the session" : "Change my name"
        let back: HTML = member == nil ? "Do not join" : "Back to the session"
        var field = SharedSection.nameField(name)
        field.fault = error?.faults.first { $0.field == "name" }?.reason.asSentence
        return """
            \(error.map { HTML.fault($0, labels: ["name": SharedSection.nameLabel], ids: ["name": field.id]) })
            <p>You are invited to the shared session of <strong>\(names.first ?? "")</strong>.</p>
            <p>\(SentenceFormat.count(names.count, "member")): \(shown)\(rest). \(present(session, now))</p>
            \(playing)\(blocked)
            <p>\(session.rule.sentence)</p>
            <p>The other members see your name. Your own player pauses and keeps its queue and position until you leave.\
            \(isElsewhere ? " If you join, you leave the shared session you are in now." : "")</p>
            <form method="post" action="\(SharedInvitation.path(secret))">\(context.caller?.csrfField)
            \(field.html)
            <p class="controls"><button>\(button)</button> <a class="button quiet" href="/player">\(back)</a></p>
            </form>
            """
    }

    private func present(_ session: SharedSession, _ now: PlayerTime) -> String {
        let count = session.present(at: now).count
        return count == 0 ? "Nobody is connected at the moment." : "Members connected now: \(count)."
    }
}
