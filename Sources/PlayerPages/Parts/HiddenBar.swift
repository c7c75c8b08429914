import Web

/// The empty element of the bar on pages that do not show the bar: the player's page and the pages of invitations. The script fills the element
/// when the listener opens another page.
enum HiddenBar {
    static let html: HTML =
        "<div id=\"player-bar\" class=\"player-bar\" role=\"region\" aria-label=\"Player\" data-page hidden></div>"
}
