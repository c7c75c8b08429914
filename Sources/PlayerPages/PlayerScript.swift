import Web

/// The script of the player. Its rules use neither page nor network nor clock, so that `PlayerScriptTests` can run them.
enum PlayerScript {
    /// The path of the script, which the library's pages also load.
    static let path = "/player/player.js"
    /// The comment that ends the part of the script that needs no page.
    static let endOfRules = "// The page."
    static let text: StaticString = EmbeddedText.playerJS
}
