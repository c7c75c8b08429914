/// The service worker of the audience page, which stores the page and the concert on the device (Service Workers, W3C).
struct ServiceWorker: Sendable {
    /// The comment that ends the part of the script that needs no browser.
    static let endOfRules = "// The worker."

    /// The script: the version of the page and its files, then the rules.
    let text: String

    /// Creates the script of the worker.
    ///
    /// - Parameters:
    ///   - script: The path of the page's script, whose name changes with the content.
    ///   - style: The path of the page's style sheet.
    init(version: String, script: String, style: String) {
        let files = ["/live", script, style, "/live/manifest.webmanifest", "/favicon.svg"]
        let list = files.map { "'\($0)'" }.joined(separator: ", ")
        text = "const page = { version: '\(version)', files: [\(list)] };\n\(EmbeddedText.serviceWorkerJS)"
    }
}
