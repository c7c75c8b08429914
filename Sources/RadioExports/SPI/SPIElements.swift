import Radio
import Tenancy
import Web
import XML

/// The elements common to service and programme information (ETSI TS 102 818).
enum SPIElements {
    static let mediaType = "application/xml; charset=utf-8"
    /// The namespace of schema 3.1, which receivers expect. Later versions have not changed the elements that are written here (decision 0044).
    static let namespace = "http://www.worlddab.org/schemas/spi/31"
    static let originator = "Tutti"

    /// The maximum lengths of texts, in code points.
    enum Limit {
        static let shortName = 8
        static let mediumName = 16
        static let longName = 128
        static let shortDescription = 180
        static let longDescription = 1200
    }

    /// Writes the elements `mediumName` and `longName`, shortened to their `Limit`.
    static func names(_ name: String, _ language: String, to writer: inout XMLWriter) throws(XMLError) {
        let language = language.unlessEmpty
        try writer.field("mediumName", name.onOneLine.shortened(to: Limit.mediumName), ["xml:lang": language])
        try writer.field("longName", name.onOneLine.shortened(to: Limit.longName), ["xml:lang": language])
    }

    /// Writes `short`, or `long` if `short` is empty, as the short description, and `long` as the long description if it differs from the short one.
    /// Both are shortened to their `Limit`.
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

    /// Writes a `mediaDescription` for each of the standard's logo sizes in which the picture exists.
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

    /// Writes the genres that have a TV-Anytime term.
    static func genres(_ genres: [Genre], to writer: inout XMLWriter) throws(XMLError) {
        for genre in genres {
            guard let code = genre.code, code.hasPrefix("urn:tva:metadata:cs:") else { continue }
            try writer.empty("genre", ["href": code])
        }
    }

    /// Returns a duration in whole seconds as ISO 8601, such as "PT1H30M"; "PT0S" for a negative one.
    static func duration(_ milliseconds: Int64) -> String {
        let seconds = max(0, milliseconds) / 1000
        let parts = [(seconds / 3600, "H"), (seconds / 60 % 60, "M"), (seconds % 60, "S")]
        let text = parts.filter { $0.0 > 0 }.map { "\($0.0)\($0.1)" }.joined()
        return "PT" + (text.isEmpty ? "0S" : text)
    }

    /// Returns the CRID (RFC 4078) of a resource of the tenant with this origin. `kind` is the resource's collection, such as "shows".
    static func identifier(_ kind: String, _ id: some NumberedID, _ origin: Origin) -> String {
        "crid://\(origin.host)/\(kind)/\(id)"
    }

    /// Returns the short identifier: the low 24 bits of the ID.
    static func shortIdentifier(_ id: some NumberedID) -> String { "\(id.rawValue & 0xFF_FFFF)" }
}
