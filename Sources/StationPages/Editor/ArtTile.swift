import Radio
import Web

/// A picture on a station page.
///
/// Pages load nothing from other hosts, so other hosts cannot learn who opens the pages. For a picture on another host,
/// `figure` shows a link and `small` shows the default picture.
struct ArtTile: Sendable {
    private let art: Art?
    private let size: Art.Image?

    init(_ art: Art?) {
        self.art = art
        size = art?.images.filter { $0.url.hasPrefix("/") }.min { abs($0.width - 300) < abs($1.width - 300) }
    }

    /// The picture with its description and credit, or a hint if there is no picture. A link replaces a picture on another host. Art without images
    /// gives only the description and credit.
    var figure: HTML {
        guard let art else { return "<p class=\"hint\">No picture: the default picture is shown.</p>" }
        let words: HTML =
            "<figcaption>\(art.alt.isEmpty ? "No description." : art.alt) <span class=\"faint\">\(art.credit)</span></figcaption>"
        if let size {
            return "<figure><img src=\"\(HTML.address(size.url))\" alt=\"\(art.alt)\">\(words)</figure>"
        }
        guard let elsewhere = art.images.first else { return "<figure>\(words)</figure>" }
        return """
            <figure><p class="hint">Stored elsewhere: <a href="\(HTML.address(elsewhere.url))" rel="noreferrer">\
            \(elsewhere.url)</a></p>\(words)</figure>
            """
    }

    /// Returns a small picture for a list that also shows the item's name. Shows the default picture if `url` is `nil` or on another host.
    static func small(_ url: String?, or kind: DefaultArt) -> HTML {
        let path = url.flatMap { $0.hasPrefix("/") ? $0 : nil } ?? kind.path
        return "<img class=\"tile\" src=\"\(HTML.address(path))\" alt=\"\" width=\"48\" height=\"48\" loading=\"lazy\">"
    }
}
