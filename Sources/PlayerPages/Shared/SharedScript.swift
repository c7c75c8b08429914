import Web

/// The script that keeps a browser in step with a shared session. Its rules use neither page nor network nor clock, so that
/// `SharedScriptTests` can run them without a page.
enum SharedScript {
    /// The path of the script, which the script of the player imports.
    static let path = "/player/shared.js"
    /// The comment that ends the part of the script that needs no page.
    static let endOfRules = "// The page."
    static let text: StaticString = EmbeddedText.sharedJS
}
