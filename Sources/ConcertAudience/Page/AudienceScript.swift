import Web

/// The script of the audience page. The rules of the script use neither page nor network nor clock, so that tests can run them without a page.
enum AudienceScript {
    /// The comment that ends the part of the script that needs no page.
    static let endOfRules = "// The page."

    static let text: StaticString = EmbeddedText.audienceJS

    /// The style rules of the colours, of the artwork and of the page.
    static let style = DarkColours.rules + Artwork.rules + EmbeddedText.audienceCSS.description
}
