import Web

/// The script that keeps a browser's playback in sync with a shared session. `SharedScriptTests` runs the part before `endOfRules` without a page.
enum SharedScript {
    /// The path of the script, which the script of the player imports.
    static let path = "/player/shared.js"
    /// The comment that ends the part of the script that needs no page.
    static let endOfRules = "// The page."
    static let text: StaticString = EmbeddedText.sharedJS
}
