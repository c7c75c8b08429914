import Web

/// The script of the player. The part before `endOfRules` uses no page, network or clock, so that `PlayerScriptTests` can run it.
enum PlayerScript {
    /// The path of the script, which the library's pages also load.
    static let path = "/player/player.js"
    /// The comment that ends the part of the script that needs no page.
    static let endOfRules = "// The page."
    static let text: StaticString = EmbeddedText.playerJS
}
