import Web

/// The script that keeps the playback of a browser synchronous with a shared session. The rules of the script use neither page nor network nor clock,
/// so that `SharedScriptTests` can run the rules without a page.
enum SharedScript {
    /// The path of the script, which the script of the player imports.
    static let path = "/player/shared.js"
    /// The comment that ends the part of the script that needs no page.
    static let endOfRules = "// The page."
    static let text: StaticString = EmbeddedText.sharedJS
}
