import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The page of the measures and intensities of a piece, and its forms.
struct PieceMeasureRoutes: Sendable {
    let store: DraftStore

    /// The largest form, in bytes: room for 20,000 measures.
    private static let bodyLimit = 4 << 20

    var routes: [Route] {
        [
            Route.piecePage("getPieceMeasuresPage", "/measures", getPieceMeasuresPage),
            Route.pieceForm("postPieceMeasures", "/measures", bodyLimit: Self.bodyLimit, postPieceMeasures),
            Route.pieceForm("postPieceIntensities", "/intensities", bodyLimit: Self.bodyLimit, postPieceIntensities),
        ]
    }

    /// Answers `getPieceMeasuresPage`: the page of the measures and intensities.
    func getPieceMeasuresPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let message = try PieceMessage(request)
        return try PieceMeasuresPage(
            pageContext: try await PiecePageContext(request.pieceID(), store, context), message: message
        ).response()
    }

    /// Answers `postPieceMeasures`: replaces the table of measures and the end. If the measures change, annotations, sections, key signatures and
    /// intensities lose their own start times.
    func postPieceMeasures(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece, tenant) = (try request.form(), try request.pieceID(), context.tenant.id)
        var values: [String: String] = [:]
        for name in ["rows", "endMeasure", "endTime"] { values[name] = try form.optional(name) }
        return try await showing(.init(form: .measures, values: values), piece, context) {
            let known = IfMatch(try form("tag"))
            let rows = TextRows(try form("rows"), columns: 4)
            let end = try Self.end(form, measures: rows.rows.count)
            _ = try await store.change(piece, action: "piece.measures", in: tenant, context) { piece in
                try known.check(ContentTag.text(PieceMeasuresPage.Table(piece.content), of: tenant))
                var rows = rows
                let measures = Self.measures(&rows, old: piece.content.measures)
                try rows.check()
                try rows.change { try piece.content.replaceMeasures(by: measures, end: end) }
            }
            return Self.done(piece, .measuresSaved)
        }
    }

    /// Answers `postPieceIntensities`: replaces the intensities.
    func postPieceIntensities(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (form, piece, tenant) = (try request.form(), try request.pieceID(), context.tenant.id)
        let text = try form("values")
        return try await showing(.init(form: .intensities, values: ["values": text]), piece, context) {
            let known = IfMatch(try form("tag"))
            do {
                var rows = TextRows(text, columns: 2)
                let new = Self.intensities(&rows)
                try rows.check()
                let table = rows
                _ = try await store.change(piece, action: "piece.intensities", in: tenant, context) { piece in
                    try known.check(ContentTag.text(piece.content.intensities, of: tenant))
                    try table.change { try piece.content.replaceIntensities(by: new) }
                }
            } catch let error as APIError where error.status == .unprocessableContent {
                throw APIError.invalid(
                    error.faults.map {
                        APIError.Fault(
                            field: $0.field == "rows" ? "values" : $0.field, reason: $0.reason,
                            suggestion: $0.suggestion)
                    })
            }
            return Self.done(piece, .intensitiesSaved)
        }
    }

    // MARK: Reading

    /// Reads the rows of measures up to the first row out of sequence, and adds a fault to `rows` for each invalid row. Without a printed number, a
    /// measure keeps its stored printed number, or otherwise gets its number as heard. Without a pass, a measure gets the next pass of its printed
    /// number.
    private static func measures(
        _ rows: inout TextRows, old: [PieceContent.MeasureContent]
    ) -> [PieceContent.MeasureContent] {
        var measures: [PieceContent.MeasureContent] = []
        var passes: [String: Int] = [:]
        for (index, row) in rows.rows.enumerated() {
            guard let number = rows.integer(row, 0, "measure") else { continue }
            if number != index + 1 {
                rows.refuse(
                    row, "found measure \(number) where measure \(index + 1) is expected",
                    suggestion: "number the measures 1, 2, 3 … in the order heard, without gaps")
                break
            }
            guard let start = time(row[1]) else {
                rows.refuse(
                    row, "the start is “\(row[1].prefix(40))”",
                    suggestion: "write the start in seconds, such as 77.512, or in minutes, such as 1:17.5")
                continue
            }
            let kept = old.indices.contains(index) ? old[index] : nil
            let printed = row[2].isEmpty ? kept?.printed ?? String(number) : row[2]
            let due = passes[printed, default: 0] + 1
            passes[printed] = due
            guard let pass = row[3].isEmpty ? due : rows.integer(row, 3, "pass") else { continue }
            measures.append(PieceContent.MeasureContent(startMs: start, printed: printed, pass: pass))
        }
        return measures
    }

    /// Reads the end of the piece from a form; `nil` if the form has no time of the end. Without a measure, the end is at the last of `measures`
    /// measures.
    private static func end(_ form: FormFields, measures: Int) throws(APIError) -> PieceContent.EndContent? {
        let (measure, text) = (try form.optional("endMeasure") ?? "", try form.optional("endTime") ?? "")
        guard !text.isEmpty else { return nil }
        guard let startMs = time(text) else {
            throw .invalid([
                APIError.Fault(
                    field: "endTime", reason: "must be a time, found “\(text.prefix(40))”",
                    suggestion: "write seconds, such as 77.512, or minutes, such as 1:17.5")
            ])
        }
        return PieceContent.EndContent(
            measure: measure.isEmpty ? max(1, measures) : try form.measure("endMeasure"), startMs: startMs)
    }

    /// Returns the milliseconds of a time such as "77.512", "1:17.512" or "1:01:17"; `nil` for any other text, and for 1,441 minutes or more.
    private static func time(_ text: String) -> Int32? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last, let seconds = RecordingTime(decimalSeconds: last)
        else {
            return nil
        }
        var whole: Int32 = 0
        for part in parts.dropLast() {
            guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }),
                let number = Int32(part)
            else { return nil }
            whole = whole * 60 + number
        }
        guard parts.count == 1 || seconds.milliseconds < 60_000, whole <= 1440 else { return nil }
        return whole * 60_000 + seconds.milliseconds
    }

    /// Reads the rows. A row has a measure and its intensity, or only the intensity of the measure with the row's number, from 1. Adds a fault to
    /// `rows` for each invalid row.
    private static func intensities(_ rows: inout TextRows) -> [PieceContent.IntensityContent] {
        var intensities: [PieceContent.IntensityContent] = []
        for (index, row) in rows.rows.enumerated() {
            let isAlone = row.values.count == 1
            guard let measure = isAlone ? index + 1 : rows.integer(row, 0, "measure") else { continue }
            let text = row[isAlone ? 0 : 1]
            // `Float(_:)` also accepts "nan", "0x1p-2" and "+1".
            let isDecimal =
                !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
            guard isDecimal, let value = Float(text) else {
                rows.refuse(
                    row, "the intensity is “\(text.prefix(40))”",
                    suggestion: "write a decimal number from 0 to 1, such as 0.25")
                continue
            }
            intensities.append(PieceContent.IntensityContent(measure: measure, value: value))
        }
        return intensities
    }

    private static func done(_ piece: PieceDraft.ID, _ message: PieceMessage) -> Response {
        .seeOther(LocalPath(PiecePageContext.path(piece, "/measures?notice=\(message.rawValue)")) ?? "/cms")
    }

    private func showing(
        _ typed: PieceMeasuresPage.Typed, _ piece: PieceDraft.ID, _ context: RequestContext,
        _ action: () async throws -> Response
    ) async throws -> Response {
        try await Response.showingFaults(
            on: { error in
                try PieceMeasuresPage(
                    pageContext: try await PiecePageContext(piece, store, context), error: error, typed: typed
                ).response()
            }, action)
    }
}
