import XML

/// The `<piece>` element of a piece for getData.php and data.xml (spec N6-N14, N29, I11).
public struct PieceDocument: Sendable {
    /// The normal form of the canonical name (spec I1).
    public let key: String
    /// The bytes of the element for old phones.
    public let plain: [UInt8]
    /// The bytes of the element with the tracks of keys and intensity, which old phones would list in their picker (spec D1).
    public let extended: [UInt8]

    /// Creates the element of a piece. Throws `XMLError.forbiddenCharacter` for a text that XML does not allow, and `outOfMemory`.
    ///
    /// - Parameter integerSeconds: Whether to write whole seconds, for clients that read integers (spec I10).
    public init(_ piece: Piece, integerSeconds: Bool) throws(XMLError) {
        key = piece.name.key
        plain = try Self.element(piece, integerSeconds: integerSeconds, isExtended: false)
        extended = try Self.element(piece, integerSeconds: integerSeconds, isExtended: true)
    }

    /// Returns a `<concert>` document with these `<piece>` elements in this order. Each must be the `plain` or `extended` bytes of a `PieceDocument`.
    public static func concert(of elements: [[UInt8]]) -> [UInt8] {
        guard !elements.isEmpty else { return Array((prologue + "<concert/>\n").utf8) }
        var document = Array((prologue + "<concert>").utf8)
        document.reserveCapacity(elements.reduce(document.count + 12) { $0 + $1.count })
        for element in elements { document += element }
        document += Array("</concert>\n".utf8)
        return document
    }

    /// The XML declaration, exactly in this form and without an encoding (spec N6). `XMLWriter` writes the same.
    private static let prologue = "<?xml version=\"1.0\"?>\n"

    /// Returns the element as bytes, cut from a document with only this element, so that the writer escapes the texts.
    private static func element(
        _ piece: Piece, integerSeconds: Bool, isExtended: Bool
    ) throws(XMLError) -> [UInt8] {
        var writer = try XMLWriter()
        try writer.start("piece")
        try writer.element("name", piece.name.description)
        try writer.element("measures", String(piece.measures.count))
        for track in Track.all(of: piece, integerSeconds: integerSeconds, isExtended: isExtended) {
            try writer.start("track")
            try writer.element("name", track.name)
            for page in track.pages {
                try writer.start("page")
                try writer.element("time", page.time)
                try writer.element("measure", String(page.measure))
                try writer.element("text", page.text)
                try writer.end()
            }
            try writer.end()
        }
        try writer.end()
        return Array(try writer.finish().dropFirst(prologue.utf8.count).dropLast())
    }
}

/// A `<track>` of a piece. NumSeconds is first, then come the tracks of texts, and Structure is last (spec N9, N10, N13). An extended document has
/// KeySignature and Intensity, if they have pages, before Structure (spec D1).
private struct Track {
    let name: String
    let pages: [Page]

    struct Page {
        let time: String
        let measure: Int
        let text: String
    }

    static func all(of piece: Piece, integerSeconds: Bool, isExtended: Bool) -> [Track] {
        func seconds(_ time: RecordingTime) -> String {
            integerSeconds ? String(time.nearestSecond) : time.decimalSeconds
        }

        var tracks = [
            Track(
                name: "NumSeconds",
                pages: piece.measures.map {
                    Page(time: seconds($0.start), measure: $0.number, text: seconds($0.start))
                })
        ]
        tracks += piece.tracks.map { track in
            Track(
                name: track.name,
                pages: track.annotations.map { Page(time: seconds($0.start), measure: $0.measure, text: $0.text) })
        }
        if isExtended {
            tracks += [
                // The number is last, as in Structure, whose texts are read from the right (spec I14).
                Track(
                    name: "KeySignature",
                    pages: piece.keys.map {
                        Page(time: seconds($0.start), measure: $0.measure, text: "\($0.name),\($0.fifths)")
                    }),
                Track(
                    name: "Intensity",
                    pages: piece.intensities.map {
                        Page(time: seconds($0.start), measure: $0.measure, text: decimal($0.value))
                    }),
            ].filter { !$0.pages.isEmpty }
        }
        var structure = piece.structure.sections.map {
            Page(time: seconds($0.start), measure: $0.measure, text: $0.text)
        }
        structure.append(
            Page(time: seconds(piece.structure.end.time), measure: piece.structure.end.measure, text: "END"))
        return tracks + [Track(name: "Structure", pages: structure)]
    }

    /// Formats a number from 0 to 1 with at most 4 decimal places, such as "0.2917" or "1", and never as "1e-05".
    private static func decimal(_ value: Float) -> String {
        let parts = Int((value * 10_000).rounded())
        guard parts < 10_000 else { return "1" }
        guard parts > 0 else { return "0" }
        var places = String(parts + 10_000).dropFirst()
        while places.last == "0" { places.removeLast() }
        return "0.\(places)"
    }
}
