import HTTP
import Web

/// The page that rehearses a concert off the air. Nothing is stored or sent to phones (spec T16). The position is in the address of the page, so two
/// people can rehearse different positions, and no rehearsal has to be ended.
struct OperatorRehearsal: Sendable {
    let situation: LiveSituation
    let slug: String
    let context: RequestContext

    func response() -> Response {
        var page = Page("Rehearsal: \(situation.program.title)", context, content: content)
        page.up = Page.Link("/operator", "Operator")
        page.look = .hall
        page.style = EmbeddedText.operatorCSS
        page.script = EmbeddedText.operatorRehearsalJS
        return page.response(fields: ["Cache-Control": "no-store"])
    }

    private var content: HTML {
        """
        <p id="rehearsal-banner" class="rehearsal" role="note"><strong>Rehearsal, off the air</strong> \
        Nothing on this page is sent to the phones.</p>
        <div id="rehearsal" class="desk" data-ms="\(measureMs)">
        <div class="stage">
        \(OperatorNow(situation: situation, isRehearsal: true).html)
        \(OperatorOutlook(situation: situation, elapsedMs: nil, shownMs: 0, isRehearsal: true).html)
        <nav class="rehearse" aria-label="Step">
        \(link("rehearse-back", "Back", by: -1))\(link("rehearse-next", "Next", by: 1))
        </nav>
        <p id="rehearse-play" hidden></p>
        </div>
        <div class="drawers">
        <section aria-labelledby="tracks-title"><h2 id="tracks-title">Preview of the phones</h2>\
        \(OperatorTracks(situation: situation).html)</section>
        <section aria-labelledby="sections-title"><h2 id="sections-title">Sections of this piece</h2>\(sections)</section>
        <section aria-labelledby="pieces-title"><h2 id="pieces-title">Pieces</h2>\(pieces)</section>
        </div>
        </div>
        """
    }

    /// The duration of the measure in the reference recording, in milliseconds; 0 without a reference recording.
    private var measureMs: Int {
        let (piece, measure) = (situation.piece, situation.programPosition.measure)
        guard piece.hasTimes else { return 0 }
        return (measure < piece.measureCount ? piece.starts[measure] : piece.endMs) - piece.starts[measure - 1]
    }

    private func link(_ id: HTML, _ label: HTML, by step: Int) -> HTML {
        guard let to = situation.programPosition(afterStep: step) else {
            return "<span id=\"\(id)\" class=\"button quiet\" aria-disabled=\"true\">\(label)</span>"
        }
        let piece = situation.program.pieces[to.piece]
        return """
            <a id="\(id)" class="button quiet" href="\(address(to))">\(label) \
            <small>\(piece.printed(at: to.measure).text(of: piece))</small></a>
            """
    }

    private var sections: HTML {
        let rows = situation.piece.sections.map { section -> HTML in
            let to = ProgramPosition(piece: situation.programPosition.piece, measure: section.measure)
            return "<li><a href=\"\(address(to))\">\(section.label)</a></li>"
        }
        return "<ul>\(rows)</ul>"
    }

    private var pieces: HTML {
        let rows = situation.program.pieces.indices.map { index -> HTML in
            "<li><a href=\"\(address(ProgramPosition(piece: index, measure: 1)))\">\(situation.program.pieces[index].name)</a></li>"
        }
        return "<ul>\(rows)</ul>"
    }

    private func address(_ to: ProgramPosition) -> String {
        "/operator/rehearsal?concert=\(slug)&position=\(to.piece + 1).\(to.measure)"
    }
}

extension OperatorRoutes {
    /// Answers `getOperatorRehearsal`: the rehearsal of a concert at a position, by default the beginning; the list of concerts if the query names no
    /// concert.
    @Sendable
    func getOperatorRehearsal(_ request: Request, _ context: RequestContext) async throws -> Response {
        let query = try request.queryFields()
        guard let slug = try query.optional("concert") else { return try await rehearsalList(context) }
        guard let concert = try await concerts.concert(slug: slug, in: context.tenant.id) else {
            throw APIError.noSuchConcert
        }
        guard let program = try await store.program(of: concert, in: context.tenant.id), !program.pieces.isEmpty else {
            throw APIError.emptyConcert
        }
        let position = try Self.position(query.optional("position") ?? "1.1", in: program)
        let situation = LiveSituation(rehearsing: position, in: program)
        return OperatorRehearsal(situation: situation, slug: slug, context: context).response()
    }

    /// Returns the position of a text such as "2.35": the number of the piece and the measure as heard, both from 1. Throws `APIError` 422 for any
    /// other text or a position outside the programme.
    private static func position(_ text: String, in program: LiveProgram) throws(APIError) -> ProgramPosition {
        let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64(digits: $0) ?? 0 }
        guard numbers.count == 2, (1...Int64(program.pieces.count)).contains(numbers[0]),
            (1...Int64(program.pieces[Int(numbers[0]) - 1].measureCount)).contains(numbers[1])
        else {
            throw .invalid(
                "position",
                "must be the number of a piece, a point and a measure as heard, such as 2.35 for measure 35 of the second "
                    + "piece, found \"\(text.prefix(100))\"")
        }
        return ProgramPosition(piece: Int(numbers[0]) - 1, measure: Int(numbers[1]))
    }

    private func rehearsalList(_ context: RequestContext) async throws -> Response {
        let concerts = try await concerts.concerts(in: context.tenant.id)
        let rows = concerts.map { concert in
            ListRow(
                "\(concert.title)", LocalPath("/operator/rehearsal?concert=\(concert.slug)"),
                artwork: Artwork(concert.title))
        }
        let list: HTML =
            rows.isEmpty
            ? EmptyState(
                .concert, "No programme has been published yet",
                "A concert can be rehearsed after its programme is published.",
                action: "<a class=\"button quiet\" href=\"/operator\">Operator</a>"
            ).html : RowList(rows).html
        var page = Page(
            "Rehearsal", context,
            content: "<p>Step through a concert. Nothing in a rehearsal is sent to the phones.</p>\(list)")
        page.up = Page.Link("/operator", "Operator")
        return page.response(fields: ["Cache-Control": "no-store"])
    }
}
