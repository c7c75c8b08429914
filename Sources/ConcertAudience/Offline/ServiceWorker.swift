/// The service worker of the audience page, which stores the page and the concert on the device (Service Workers, W3C).
struct ServiceWorker: Sendable {
    /// The comment that ends the part of the script that needs no browser.
    static let endOfRules = "// The worker."

    /// The script: a line with the version and the paths of the page's files, then the content of `ServiceWorker.js`.
    let text: String

    /// Creates the script of the worker. Browsers install it again when the version changes. `script` and `style` are paths.
    init(version: String, script: String, style: String) {
        let files = ["/live", script, style, "/live/manifest.webmanifest", "/favicon.svg"]
        let list = files.map { "'\($0)'" }.joined(separator: ", ")
        text = "const page = { version: '\(version)', files: [\(list)] };\n\(EmbeddedText.serviceWorkerJS)"
    }
}
