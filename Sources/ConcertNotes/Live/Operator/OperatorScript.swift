/// The script of the operator page. The page also works without the script. With the script, a press takes effect without a reload, presses are
/// queued on a slow network, the page follows the moves of others, and a lost connection is reported prominently.
///
/// The server renders every change as regions of the page, which the script replaces. `MoveQueue` and `BounceRule` decide which presses count; they
/// use neither page nor network nor clock, so that tests can run them without a page (decision 0052).
enum OperatorScript {
    /// The comment that ends the part of the script that needs no page.
    static let endOfRules = "// The page."

    static let text: StaticString = EmbeddedText.operatorJS
}
