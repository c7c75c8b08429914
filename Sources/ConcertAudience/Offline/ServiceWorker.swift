/// The service worker of the audience page, which stores the page and the concert on the device (Service Workers, W3C).
struct ServiceWorker: Sendable {
    /// The comment that ends the part of the script that needs no browser.
    static let endOfRules = "// The worker."

    /// The script: a line with the version and the paths of the page's files, then the content of `ServiceWorker.js`.
    let text: String

    /// Creates the script of the worker.
    ///
    /// - Parameters:
    ///   - version: The version of the page's script and style sheet. Browsers install the worker again when the version changes.
    ///   - script: The path of the page's script, whose name changes with the content.
    ///   - style: The path of the page's style sheet.
    init(version: String, script: String, style: String) {
        let files = ["/live", script, style, "/live/manifest.webmanifest", "/favicon.svg"]
        let list = files.map { "'\($0)'" }.joined(separator: ", ")
        text = "const page = { version: '\(version)', files: [\(list)] };\n\(EmbeddedText.serviceWorkerJS)"
    }
}
