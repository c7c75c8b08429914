import Radio
import Tenancy
import Web
import XML

/// What service and programme information (ETSI TS 102 818) have in common: names of bounded length, descriptions,
/// pictures, genres.
enum SPIWords {
    static let mediaType = "application/xml; charset=utf-8"
    /// The namespace of schema 3.1: receivers look for this one, and what is written here has kept its form since (decision
    /// 0043).
    static let namespace = "http://www.worlddab.org/schemas/spi/31"
    /// The originator of the document.
    static let originator = "Tutti"

    /// The longest that each kind of text may be, in code points.
    enum Limit {
        static let shortName = 8
        static let mediumName = 16
        static let longName = 128
        static let shortDescription = 180
        static let longDescription = 1200
    }

    /// `mediumName` and `longName`, as programmes and their parts have them.
    static func names(_ name: String, _ language: String, to writer: inout XMLWriter) throws(XMLError) {
        let language = language.unlessEmpty
        try writer.field("mediumName", name.onOneLine.shortened(to: Limit.mediumName), ["xml:lang": language])
        try writer.field("longName", name.onOneLine.shortened(to: Limit.longName), ["xml:lang": language])
    }

    /// A `mediaDescription` with a text: those are nowhere else. Nothing for an empty one.
    static func description(
        short: String, long: String, _ language: String, to writer: inout XMLWriter
    ) throws(XMLError) {
        let language = language.unlessEmpty
        let short = (short.unlessEmpty ?? long).onOneLine.shortened(to: Limit.shortDescription)
        if !short.isEmpty {
            try writer.open("mediaDescription")
            try writer.field("shortDescription", short, ["xml:lang": language])
            try writer.end()
        }
        if !long.isEmpty, long.unicodeScalars.count > Limit.shortDescription || short != long.onOneLine {
            try writer.open("mediaDescription")
            try writer.field("longDescription", long.shortened(to: Limit.longDescription), ["xml:lang": language])
            try writer.end()
        }
    }

    /// A `mediaDescription` for each of the sizes that the standard knows, where there is a picture of it.
    static func logos(_ pictures: [Art.Image], _ origin: Origin, to writer: inout XMLWriter) throws(XMLError) {
        for (width, height, type) in sizes {
            guard let picture = pictures.first(where: { $0.width == width && $0.height == height }) else { continue }
            let mime = picture.mediaType.hasPrefix("image/") ? picture.mediaType : nil
            try writer.open("mediaDescription")
            try writer.empty(
                "multimedia",
                [
                    "type": type, "url": origin.absolute(picture.url), "mimeValue": mime, "width": "\(width)",
                    "height": "\(height)",
                ])
            try writer.end()
        }
    }

    private static let sizes: [(width: Int32, height: Int32, type: String)] = [
        (32, 32, "logo_colour_square"), (112, 32, "logo_colour_rectangle"), (128, 128, "logo_unrestricted"),
        (320, 240, "logo_unrestricted"), (600, 600, "logo_unrestricted"),
    ]

    /// A `genre` for each that has a term of TV-Anytime; words of one's own have no place here.
    static func genres(_ genres: [Genre], to writer: inout XMLWriter) throws(XMLError) {
        for genre in genres {
            guard let code = genre.code, code.hasPrefix("urn:tva:metadata:cs:") else { continue }
            try writer.empty("genre", ["href": code])
        }
    }

    /// ISO 8601's "PT1H30M" for milliseconds.
    static func duration(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1000
        let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return "PT" + (text.isEmpty ? "0S" : text)
    }

    /// The CRID (RFC 4078) of something of this tenant.
    static func identifier(_ kind: String, _ id: some NumberedID, _ origin: Origin) -> String {
        "crid://\(origin.host)/\(kind)/\(id)"
    }

    /// The short form of an identifier: 24 bits.
    static func shortIdentifier(_ id: some NumberedID) -> String { "\(id.rawValue & 0xFF_FFFF)" }
}
