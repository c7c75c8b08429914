import ConcertNotes
import HTTP
import Tenancy
import Web

/// The public endpoints for current apps and for exports (spec Decided 21, N29, N32, N33). Phones of 2013 use other endpoints.
public struct ReadingRoutes: Sendable {
    private let library: ReadingLibrary

    public init(library: ReadingLibrary) { self.library = library }

    public var routes: [Route] {
        let piece = "/api/v1/pieces/{piece}"
        return [
            Route(
                "getPublishedConcert", .get, "/api/v1/concert", access: .everyone, endpoint: getPublishedConcert),
            Route(
                "getConcertArchive", .get, "/api/v1/concert/archive", access: .everyone, endpoint: getConcertArchive),
            Route(
                "getScaledPicture", .get, "/api/v1/concert/pictures/{image}", access: .everyone, query: ["width"],
                endpoint: getScaledPicture),
            Route("getGlossaryTerms", .get, "/api/v1/glossary", access: .everyone, endpoint: getGlossaryTerms),
            Route("getPublishedPiece", .get, piece, access: .everyone, endpoint: getPublishedPiece),
            Route("getWaveform", .get, piece + "/waveform", access: .everyone, endpoint: getWaveform),
            Route("getWaveformSVG", .get, piece + "/waveform.svg", access: .everyone, endpoint: getWaveformSVG),
            Route(
                "getWaveformPNG", .get, piece + "/waveform.png", access: .everyone, query: ["width", "height"],
                endpoint: getWaveformPNG),
            Route(
                "getAnnotationPage", .get, piece + "/annotations.jsonld", access: .everyone,
                endpoint: getAnnotationPage),
            Route("getMeasureMap", .get, piece + "/measures.mm.json", access: .everyone, endpoint: getMeasureMap),
            Route(
                "getCueSheetCSV", .get, piece + "/cues.csv", access: .everyone, query: ["track"],
                endpoint: getCueSheetCSV),
            Route(
                "getConcertNotesPage", .get, "/live/notes", access: .everyone, errors: .page,
                endpoint: getConcertNotesPage),
            Route(
                "getCueSheetPage", .get, "/live/cues/{piece}", access: .everyone, query: ["track"], errors: .page,
                endpoint: getCueSheetPage),
        ]
    }

    /// Answers `getPublishedConcert`: the programme and the files of the concert on the air.
    func getPublishedConcert(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/api/v1/concert") { edition throws(APIError) in
            _ = try edition.concert()
            return .concert
        }
    }

    /// Answers `getConcertArchive`: a zip archive with everything that a phone needs without a network.
    func getConcertArchive(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/api/v1/concert/archive") { edition throws(APIError) in
            _ = try edition.concert()
            return .archive
        }
    }

    /// Answers `getScaledPicture`: a smaller copy of a picture of the concert, or the picture itself if there is no smaller copy.
    func getScaledPicture(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (name, width) = (try request.parameter("image"), try PictureWidth.width(request.queryFields()))
        return try await answer(request, context, route: "/api/v1/concert/pictures/{image}") {
            edition throws(APIError) in
            .picture(try edition.place(ofPicture: name), width: width)
        }
    }

    /// Answers `getGlossaryTerms`: all terms of the glossary, or none if the tenant has no glossary.
    func getGlossaryTerms(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/api/v1/glossary") { _ in .glossary }
    }

    /// Answers `getPublishedPiece`: the measures, tracks with annotations, sections and key signatures of a piece.
    func getPublishedPiece(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, form: "") { .piece($0) }
    }

    /// Answers `getWaveform`: the intensity of each measure of a piece.
    func getWaveform(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, form: "/waveform") { .waveform($0) }
    }

    /// Answers `getWaveformSVG`: the waveform of a piece as an SVG picture.
    func getWaveformSVG(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, form: "/waveform.svg") { .waveformSVG($0) }
    }

    /// Answers `getWaveformPNG`: the waveform of a piece as a PNG picture, in the smallest available size that is not below the requested one.
    func getWaveformPNG(_ request: Request, _ context: RequestContext) async throws -> Response {
        let size = try WaveformPNG.Size(request.queryFields())
        return try await answer(request, context, form: "/waveform.png") { .waveformPNG($0, size) }
    }

    /// Answers `getAnnotationPage`: the annotations of a piece as Web Annotations.
    func getAnnotationPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, form: "/annotations.jsonld") { .annotations($0) }
    }

    /// Answers `getMeasureMap`: the printed measures of a piece with the measures that follow each.
    func getMeasureMap(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, form: "/measures.mm.json") { .measureMap($0) }
    }

    /// Answers `getCueSheetCSV`: the numbered cues of a piece, or of one of its tracks, as a CSV table.
    func getCueSheetCSV(_ request: Request, _ context: RequestContext) async throws -> Response {
        let key = try cues(request, .csv)
        return try await answer(request, context, route: "/api/v1/pieces/{piece}/cues.csv", key)
    }

    /// Answers `getConcertNotesPage`: a printable page with all annotations of the concert.
    func getConcertNotesPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await page(context) { edition throws(APIError) in
            _ = try edition.concert()
            return .notes
        }
    }

    /// Answers `getCueSheetPage`: a printable page with the numbered cues of a piece, or of one of its tracks.
    func getCueSheetPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await page(context, try cues(request, .html))
    }

    private func cues(
        _ request: Request, _ format: ReadingDocument.CueFormat
    ) throws -> (ReadingEdition) throws(APIError) -> ReadingDocument {
        let piece = try request.parameter("piece")
        let track = try request.queryFields().optional("track")
        return { edition throws(APIError) in
            let place = try edition.place(of: piece)
            guard let track else { return .cues(place, track: nil, format) }
            return .cues(place, track: try edition.track(track, of: place), format)
        }
    }

    private func page(
        _ context: RequestContext, _ key: (ReadingEdition) throws(APIError) -> ReadingDocument
    ) async throws -> Response {
        let edition = try await library.edition(for: context.tenant)
        let page = try await edition.document(key(edition))
        return .bytes(page.identity, mediaType: PrintedPage.mediaType, fields: PrintedPage.fields)
    }

    private func answer(
        _ request: Request, _ context: RequestContext, form: String, _ key: (Int) -> ReadingDocument
    ) async throws -> Response {
        let piece = try request.parameter("piece")
        return try await answer(request, context, route: "/api/v1/pieces/{piece}" + form) { edition throws(APIError) in
            key(try edition.place(of: piece))
        }
    }

    /// Returns the response with a document of the tenant's edition, and stores the response for requests with the same target. `key` returns the key
    /// of the document.
    private func answer(
        _ request: Request, _ context: RequestContext, route: String,
        _ key: (ReadingEdition) throws(APIError) -> ReadingDocument
    ) async throws -> Response {
        let edition = try await library.edition(for: context.tenant)
        let representation = try await edition.document(key(edition))
        let target = request.query.map { "\(request.path)?\($0)" } ?? request.path
        edition.targets.remember(
            MemoryAnswer(
                representation, label: AnswerLabel(route: route, realm: context.tenant.slug),
                keptFor: EditionCache<ReadingEdition>.keptFor),
            target: Array(target.utf8))
        return Response(content: .representation(representation), route: route)
    }
}
