import ConcertEditing
import ConcertNotes
import HTTP
import Web

/// The page `/cms/pieces/{piece}/structure` with the sections and the key signatures (spec N13, N33).
struct PieceStructurePage: Sendable {
    let pageContext: PiecePageContext
    var flash: PieceFlash?
    var error: APIError?
    var typed = Typed()

    /// A form of the page.
    enum Form: Sendable, Hashable {
        case addition, rows
        case section(String)
        case deletion(String)
        case keys
    }

    /// The refused form with its values.
    struct Typed: Sendable {
        var form: Form?
        var values: [String: String] = [:]
    }

    private static let labels = [
        "measure": "The measure", "label": "The label", "colour": "The colour", "like": "The colour",
        "rows": "The table", "sections": "The table",
    ]

    private var content: PieceContent { pageContext.content }

    func response() throws -> Response { pageContext.page(.structure, content: try html).response() }

    private var html: HTML {
        get throws {
            let measures = pageContext.measures
            let ruler = ScoreRuler(
                content: Self.withoutTracks(content), measures: measures, path: pageContext.path(), track: nil,
                measure: 1)
            let rows = try content.sections.map { try row($0, measures) }
            return """
                \(flash?.html(pageContext))
                \(ruler.html)
                <div class="two"><section><h2>Sections</h2>
                <p class="hint">Give similar sections the same colour. The first section must begin at measure 1.</p>
                \(rows.isEmpty ? EmptyState(.list, "No sections yet").html : "<ol class=\"tracks\">\(rows)</ol>")
                <h3>Add a section</h3>\(refusal(.addition))
                \(pageContext.form("/sections", "\(fields(nil, measures))<p class=\"acts\"><button>Add section</button></p>"))
                <h3>Add several sections</h3>\(refusal(.rows))
                \(pageContext.form("/section-rows", "\(sectionRows)<p class=\"acts\"><button class=\"quiet\">Add sections</button></p>"))
                </section><section>\(try keys)</section></div>
                """
        }
    }

    private static func withoutTracks(_ content: PieceContent) -> PieceContent {
        var content = content
        content.tracks = []
        return content
    }

    private func refusal(_ form: Form) -> HTML? {
        guard typed.form == form, let error else { return nil }
        return .pieceFault(error, labels: Self.labels)
    }

    private func value(_ form: Form, _ name: String, _ kept: String) -> String {
        (typed.form == form ? typed.values[name] : nil) ?? kept
    }

    // MARK: Sections

    private func row(_ section: PieceContent.SectionContent, _ measures: MeasureTexts) throws -> HTML {
        let tag = try pageContext.tag(section)
        let consequence: HTML =
            section.id == content.sections.first?.id
            ? "Another section must then begin at measure 1." : "The previous section becomes longer."
        var confirmation = Confirmation(
            "Delete section", "The section “\(section.label)” is deleted from the draft. \(consequence)",
            path: LocalPath(pageContext.path("/sections/\(section.id)/delete")) ?? "/cms",
            fields: pageContext.hidden(tag: tag))
        confirmation.id = "consequence-\(section.id)"
        return """
            <li id="section\(section.id)">\
            <details\(typed.form == .section(section.id) || typed.form == .deletion(section.id) ? " open" : HTML.empty)>\
            <summary>\(SectionColour(section.colour).swatch)<strong>\(section.label)</strong> \
            <span class="faint">\(measures.label(section.measure)) \(measures.time(section.measure))</span></summary>
            \(refusal(.section(section.id)))\(refusal(.deletion(section.id)))
            \(pageContext.form(
                "/sections/\(section.id)", tag: tag,
                "\(fields(section, measures))<p class=\"acts\"><button>Save<span class=\"hidden\"> \(section.label)</span></button></p>"))
            \(confirmation.html)</details></li>

            """
    }

    private func fields(_ section: PieceContent.SectionContent?, _ measures: MeasureTexts) -> HTML {
        let form = section.map { Form.section($0.id) } ?? .addition
        let end = section.map { "-\($0.id)" } ?? ""
        func fault(_ names: String...) -> String? {
            guard typed.form == form else { return nil }
            return names.compactMap { error?.note(at: $0) }.first
        }
        var label = Field("Label", "label", value(form, "label", section?.label ?? ""))
        label.id = "label\(end)"
        label.attributes = " maxlength=\"200\" spellcheck=\"true\""
        label.isRequired = true
        label.fault = fault("label")
        var measure = Field(
            "Begins at measure", "measure",
            value(form, "measure", section.map { String($0.measure) } ?? (content.sections.isEmpty ? "1" : "")), .number
        )
        measure.id = "measure\(end)"
        measure.attributes = " min=\"1\" max=\"\(measures.count)\""
        measure.isRequired = true
        measure.fault = fault("measure")
        var colour = Field(
            "Colour", "colour", value(form, "colour", SectionColour(section?.colour ?? "orange").hexadecimal), .colour)
        colour.id = "colour\(end)"
        colour.fault = fault("colour")
        let others = colours(except: section).map { Field.Option($0.id, $0.label) }
        let basic = Colour.Tag.allCases.map { Field.Option($0.rawValue, "Basic colour: \($0.rawValue)") }
        var like = Field(
            "Same colour as", "like", value(form, "like", ""),
            .choice([Field.Option("", "Use the field “Colour”")] + others + basic))
        like.id = "like\(end)"
        like.fault = fault("like")
        return """
            <div class="pair">\(label.html)\(measure.html)</div>
            <div class="pair">\(colour.html)\(like.html)</div>
            """
    }

    private var sectionRows: HTML {
        var rows = Field("Rows: measure, label", "sections", value(.rows, "sections", ""), .lines(6))
        rows.attributes = " class=\"table\" spellcheck=\"false\" autocomplete=\"off\" wrap=\"off\""
        rows.isRequired = true
        rows.hint = """
            One section in each row, such as “35 Theme B”. Sections with the same label get the same colour. To choose a colour, write \
            the colour after a tab.
            """
        rows.fault = typed.form == .rows ? error?.note(at: "sections") : nil
        return rows.html
    }

    /// Returns the sections whose colours the form offers, at most 60: the first section of each combination of label and colour. `section` is left
    /// out.
    private func colours(except section: PieceContent.SectionContent?) -> [PieceContent.SectionContent] {
        var seen: Set<[String]> = []
        return Array(
            content.sections.filter { $0.id != section?.id && seen.insert([$0.label, $0.colour]).inserted }.prefix(60))
    }

    // MARK: Keys

    private var keys: HTML {
        get throws {
            let text = content.keys.map { "\($0.measure),\($0.fifths),\($0.name)" }.joined(separator: "\n")
            var rows = Field("Rows: measure, fifths, name", "rows", value(.keys, "rows", text), .lines(10))
            rows.attributes = " spellcheck=\"false\" autocomplete=\"off\""
            rows.hint = """
                One key signature in each row. Fifths are the number of sharps, or the negative number of flats: -3 means \
                three flats. A row without a name gets the usual name.
                """
            rows.fault = typed.form == .keys ? error?.note(at: "rows") : nil
            let table = content.keys.map { key -> [HTML] in
                ["\(pageContext.measures.label(key.measure))", "\(ScoreRuler.signature(key.fifths))", "\(key.name)"]
            }
            return """
                <h2>Key signatures</h2>
                \(table.isEmpty ? EmptyState(.list, "No key signatures").html : DataTable("Key signatures by measure", columns: ["Measure", "Key signature", "Name"], rows: table).html)
                \(refusal(.keys))
                \(pageContext.form(
                    "/keys", tag: try pageContext.tag(content.keys),
                    "\(rows.html)<p class=\"acts\"><button>Save key signatures</button></p>"))
                """
        }
    }
}
