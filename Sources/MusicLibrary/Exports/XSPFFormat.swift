import SoundCloud
import XML

/// The XSPF format, version 1 (Xiph.Org), with elements in the order of its specification. The identifier is the URN, and the location is the page at
/// SoundCloud. An extension has the uploader, the label, the access to the track, and the source and confidence of the filing.
struct XSPFFormat: PlaylistFormat {
    static let suffix = "xspf"
    static let mediaType = "application/xspf+xml; charset=utf-8"

    /// The identifier of this server's extension in XSPF and JSPF documents.
    static let extensionName = "urn:x-tutti:playlist-track:1"

    func head(title: String) throws -> [UInt8] {
        var writer = try XMLWriter(part: ())
        try writer.element("title", title.fitForXML)
        return Array(
            """
            <?xml version="1.0"?>
            <playlist version="1" xmlns="http://xspf.org/ns/0/" xmlns:tutti="\(Self.extensionName)">

            """.utf8) + (try writer.finish()) + Array("<trackList>\n".utf8)
    }

    func entries(_ tracks: [ExportedTrack], isFirst: Bool) throws -> [UInt8] {
        var writer = try XMLWriter(part: ())
        for track in tracks { try write(track, to: &writer) }
        return try writer.finish()
    }

    func tail() -> [UInt8] { Array("</trackList>\n</playlist>\n".utf8) }

    private func write(_ track: ExportedTrack, to writer: inout XMLWriter) throws(XMLError) {
        let item = track.item
        try writer.start("track")
        if let address = item.permalink.asAddress { try writer.element("location", address) }
        try writer.element("identifier", item.urn.description)
        try writer.element("title", track.title.fitForXML)
        try writer.element("creator", track.artist.fitForXML)
        if let picture = item.artwork.asAddress { try writer.element("image", picture) }
        if let album = track.album { try writer.element("album", album.fitForXML) }
        if item.durationMs > 0 { try writer.element("duration", "\(item.durationMs)") }
        try writer.start("extension")
        try writer.attribute("application", Self.extensionName)
        try writer.element(
            "tutti:uploader", item.uploader.fitForXML, attributes: [("urn", item.uploaderURN.description)])
        if let label = track.label { try writer.element("tutti:label", label.fitForXML) }
        try writer.element(
            "tutti:filing",
            attributes: [
                ("source", track.source), ("confidence", Self.text(track.confidence)), ("access", item.access),
            ])
        try writer.end()
        try writer.end()
    }

    /// Returns a confidence from 0 to 1 as text with two decimal places.
    static func text(_ confidence: Double) -> String {
        let hundredths = Int((confidence * 100).rounded())
        return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
    }
}
