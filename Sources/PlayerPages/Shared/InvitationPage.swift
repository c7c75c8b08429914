import HTTP
import PlayerCore
import Players
import QRCode
import Tenancy
import Web

/// The page that shows a new invitation: the link, its QR code and its expiry. No other page shows the link.
struct InvitationPage: Sendable {
    let invitation: SharedInvitation
    let address: String

    init(_ invitation: SharedInvitation, origin: Origin) {
        self.invitation = invitation
        address = origin.url(invitation.path)
    }

    func response(_ context: RequestContext) -> Response {
        var page = Page(
            "Invitation", context,
            content: """
                <div id="invitation">\(html)</div>
                <p><a class="button quiet" href="/player">Back to the session</a></p>
                """)
        page.up = Page.Link("/player", "Player")
        page.style = EmbeddedText.playerCSS
        page.scriptFiles = ["/player/player.js"]
        page.footer = HiddenBar.html
        return page.response(fields: ["Cache-Control": "no-store", "Referrer-Policy": "strict-origin"])
    }

    private var html: HTML {
        let expiresAt = invitation.expiresAt.description
        return """
            <p>Send this link to the people with whom you want to listen. Each person needs an account here. The link is shown only once, and is valid until \
            <time datetime="\(expiresAt)">\(expiresAt)</time>.</p>
            <div class="field"><label for="invitation-link">Invitation link</label>\
            <input id="invitation-link" type="url" readonly value="\(address)"></div>
            <p><button type="button" data-copy="invitation-link" hidden>Copy link</button></p>
            \(code)
            """
    }

    /// The QR code; empty if the address is too long for one.
    private var code: HTML {
        guard let symbol = try? QRSymbol(address) else { return .empty }
        return """
            <p><svg width="240" height="240" viewBox="0 0 \(symbol.side) \(symbol.side)" role="img" aria-label="QR code of the invitation link">\
            <path fill="#fff" d="M0 0h\(symbol.side)v\(symbol.side)H0z"/><path d="\(symbol.path)"/></svg></p>
            """
    }
}
