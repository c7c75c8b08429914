import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/pieces/{piece}/tracks` with the tracks in the order of the track picker (spec N10).
struct PieceTracksPage: Sendable {
    let pageContext: PiecePageContext
    var flash: PieceFlash?
    var error: APIError?
    var typed = Typed()

    /// The refused form of a track.
    struct Typed: Sendable {
        /// The track of the form; `nil` for the form that adds a track.
        var track: String?
        var values: [String: String] = [:]
        /// Whether the form deletes or moves the track.
        var isAction = false
    }

    private static let labels = ["name": "The name", "language": "The language", "level": "The level"]
    private static let levels =
        [Field.Option("", "Not stated")]
        + AnnotationTrack.Level.allCases.map { Field.Option($0.rawValue, $0.rawValue.capitalized) }

    func response() throws -> Response { pageContext.page(.tracks, content: try html).response() }

    private var html: HTML {
        get throws {
            let tracks = pageContext.content.tracks
            let order = try pageContext.tag(tracks.map(\.id))
            let rows = try tracks.enumerated().map { try row($1, $0, of: tracks.count, order) }
            return """
                \(flash?.html(pageContext))\(typed.isAction ? error.map { HTML.pieceFault($0) } : nil)
                <p>The phones list the tracks in this order.</p>
                \(rows.isEmpty ? EmptyState(.list, "No tracks yet").html : "<ol class=\"tracks\">\(rows)</ol>")
                <section class="addition"><h2>Add a track</h2>\(typed.track == nil ? refusal : nil)
                \(pageContext.form("/tracks", "\(fields(nil))<p class=\"acts\"><button>Add track</button></p>"))</section>
                """
        }
    }

    private var refusal: HTML? {
        guard !typed.isAction, let error else { return nil }
        return .pieceFault(error, labels: Self.labels)
    }

    private func row(
        _ track: PieceContent.TrackContent, _ index: Int, of count: Int, _ order: String
    ) throws -> HTML {
        let isTyped = typed.track == track.id
        var confirmation = Confirmation(
            "Delete track",
            "The track “\(track.name)” and its \(SentenceFormat.count(track.annotations.count, "note")) are deleted from the draft.",
            path: LocalPath(pageContext.path("/tracks/\(track.id)/delete")) ?? "/cms",
            fields: pageContext.hidden(tag: try pageContext.tag(track.head)))
        confirmation.id = "consequence-\(track.id)"
        return """
            <li id="track\(track.id)"><h2><a href="\(pageContext.path())?track=\(track.id)">\(track.name)</a> \
            <span class="faint">\(SentenceFormat.count(track.annotations.count, "note"))</span></h2>\(isTyped ? refusal : nil)
            \(pageContext.form(
                "/tracks/\(track.id)", tag: try pageContext.tag(track.head),
                "\(fields(track))<p class=\"acts\"><button>Save<span class=\"hidden\"> \(track.name)</span></button></p>"))
            <div class="acts">\(move(track, "up", isOff: index == 0, order))\(move(track, "down", isOff: index + 1 == count, order))\
            \(confirmation.html)</div></li>

            """
    }

    private func fields(_ track: PieceContent.TrackContent?) -> HTML {
        let isTyped = typed.track == track?.id && !typed.isAction && error != nil
        let end = track.map { "-\($0.id)" } ?? ""
        func value(_ name: String, _ kept: String?) -> String { (isTyped ? typed.values[name] : nil) ?? kept ?? "" }
        var name = Field("Name", "name", value("name", track?.name))
        name.id = "name\(end)"
        name.attributes = " maxlength=\"200\" autocomplete=\"off\""
        name.isRequired = true
        name.fault = isTyped ? error?.note(at: "name") : nil
        var language = Field(
            "Language", "language", value("language", track?.language), .suggestions(Field.Option.languages))
        language.id = "language\(end)"
        language.attributes =
            " maxlength=\"100\" autocapitalize=\"none\" spellcheck=\"false\" autocomplete=\"off\""
        language.hint = "A BCP 47 language tag, such as en or de-AT."
        language.fault = isTyped ? error?.note(at: "language") : nil
        var level = Field("Level", "level", value("level", track?.level?.rawValue), .choice(Self.levels))
        level.id = "level\(end)"
        level.fault = isTyped ? error?.note(at: "level") : nil
        return "<div class=\"pair\">\(name.html)\(language.html)\(level.html)</div>"
    }

    private func move(
        _ track: PieceContent.TrackContent, _ direction: String, isOff: Bool, _ order: String
    ) -> HTML {
        guard !isOff else { return .empty }
        return pageContext.form(
            "/track-order", tag: order,
            """
            <input type="hidden" name="track" value="\(track.id)"><button class="quiet" name="to" value="\(direction)">\
            \(direction == "up" ? "↑ Move up" : "↓ Move down")<span class="hidden">: \(track.name)</span></button>
            """)
    }
}
