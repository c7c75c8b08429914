import Web

/// The empty element of the bar on pages that show the player themselves. The script fills it when the listener opens another page.
enum HiddenBar {
    static let html: HTML =
        "<div id=\"player-bar\" class=\"player-bar\" role=\"region\" aria-label=\"Player\" data-page hidden></div>"
}
