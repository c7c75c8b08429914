import Radio
import Web

/// A picture on a station page. Pages load nothing from other hosts, which could learn who opens the pages; a picture on another host is shown as a
/// link.
struct ArtTile: Sendable {
    private let art: Art?
    private let name: String
    private let size: Art.Image?

    /// Creates the picture of an item, with a placeholder drawn from its name.
    init(_ art: Art?, of name: String) {
        self.art = art
        self.name = name
        size = art?.images.filter { $0.url.hasPrefix("/") }.min { abs($0.width - 300) < abs($1.width - 300) }
    }

    /// The picture with its description and credit, or the placeholder with a hint.
    var figure: HTML {
        guard let art else {
            return """
                <figure>\(Artwork(name, size: .large).html)<figcaption>No picture: apps show the default picture.</figcaption></figure>
                """
        }
        let words: HTML =
            "<figcaption>\(art.alt.isEmpty ? "No description." : art.alt) <span class=\"faint\">\(art.credit)</span></figcaption>"
        if let size {
            return "<figure><img src=\"\(HTML.address(size.url))\" alt=\"\(art.alt)\">\(words)</figure>"
        }
        guard let elsewhere = art.images.first else { return "<figure>\(words)</figure>" }
        return """
            <figure><p class="hint">The picture is on another host: <a href="\(HTML.address(elsewhere.url))" rel="noreferrer">\
            \(elsewhere.url)</a></p>\(words)</figure>
            """
    }
}
