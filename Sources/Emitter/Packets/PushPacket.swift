/// The datagram of a message to the audience (spec N21, N22): `PUSH|{title}|{body}|{style}|{button text}|`.
///
/// Phones recognise a message by its bytes (spec N23). So a new message with the same content has `repeatNumber` spaces after its body.
struct PushPacket: Sendable, Hashable {
    enum Style: Sendable, Hashable {
        /// The message stays until the button is pressed.
        case button(text: String)
        /// The message closes automatically.
        case automatic
        /// The button opens a URL. The packet contains the title `Link` instead of `title`, because phones recognise a link by it (spec N22, I7, I8).
        case link(url: String)
    }

    let title: String
    let body: String
    let style: Style
    /// The number of earlier messages of the concert with the same content.
    let repeatNumber: Int

    var bytes: [UInt8] {
        let body = body + String(repeating: " ", count: max(0, repeatNumber))
        return switch style {
        case .button(let text): Array("PUSH|\(title)|\(body)|BUTTON|\(text)|".utf8)
        case .automatic: Array("PUSH|\(title)|\(body)|AUTO||".utf8)
        case .link(let url): Array("PUSH|Link|\(body)|Button|\(url)|".utf8)
        }
    }
}
