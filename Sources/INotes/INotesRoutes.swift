import HTTP
import Tenancy
import Web

/// The paths of the app of 2013 (spec N1, N5, N12, N15), byte for byte as it reads them; errors are plain sentences.
/// Spec N1, I3, I17, I20, T1.
public struct INotesRoutes: Sendable {
    private let library: INotesLibrary

    public init(library: INotesLibrary) { self.library = library }

    /// In the order of openapi.yaml.
    public var routes: [Route] {
        [
            Route("getPieces", .get, "/getPieces.php", access: .everyone, errors: .plain, endpoint: getPieces),
            Route("getData", .get, "/getData.php", access: .everyone, errors: .plain, endpoint: getData),
            // The source calls it so once (spec I3).
            Route("getDataXML", .get, "/getData.xml", access: .everyone, errors: .plain, endpoint: getDataXML),
            Route("getGlossary", .get, "/glossary.xml", access: .everyone, errors: .plain, endpoint: getGlossary),
            Route(
                "getAppAsset", .get, "/images/AppAssets/{file}", access: .everyone, errors: .plain,
                endpoint: getAppAsset),
            Route("getImage", .get, "/images/{file}", access: .everyone, errors: .plain, endpoint: getImage),
        ]
    }

    /// Answers `getPieces`: the names of the live concert's pieces, none when nothing is on the air.
    func getPieces(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/getPieces.php") { edition in edition.listing }
    }

    /// Answers `getData`: the pieces asked for, in the order of their numbers.
    func getData(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/getData.php") { edition in
            try await edition.document(PieceQuery(request.query))
        }
    }

    /// Answers `getDataXML`: the same under the other name.
    func getDataXML(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/getData.xml") { edition in
            try await edition.document(PieceQuery(request.query))
        }
    }

    /// Answers `getGlossary`: all terms; an empty glossary before one is imported.
    func getGlossary(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/glossary.xml") { edition in edition.glossary }
    }

    /// Answers `getAppAsset`: a screen, the programme book, or the glossary under its other address.
    func getAppAsset(_ request: Request, _ context: RequestContext) async throws -> Response {
        let file = try request.parameter("file")
        if file == "glossary.xml" {
            return try await answer(request, context, route: "/images/AppAssets/{file}") { edition in edition.glossary }
        }
        return try await self.file("/images/AppAssets/" + file, request, context, route: "/images/AppAssets/{file}")
    }

    /// Answers `getImage`: a picture that a text of the concert names.
    func getImage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await file("/images/" + request.parameter("file"), request, context, route: "/images/{file}")
    }

    /// A file of the edition, or of one that was replaced a short while ago: that one is not remembered, since it goes.
    private func file(
        _ path: String, _ request: Request, _ context: RequestContext, route: String
    ) async throws -> Response {
        let edition = try await library.edition(for: context.tenant)
        library.count(file: edition.files[path] != nil)
        if edition.files[path] == nil, let former = library.formerFile(path, of: context.tenant.id) {
            return Response(content: .representation(former), route: route)
        }
        return try await answer(request, context, route: route) { edition in try edition.file(path) }
    }

    /// The answer that is found in the tenant's edition, remembered for requests with the same target.
    private func answer(
        _ request: Request, _ context: RequestContext, route: String,
        _ find: (Edition) async throws -> Representation
    ) async throws -> Response {
        let edition = try await library.edition(for: context.tenant)
        let representation = try await find(edition)
        let target = request.query.map { "\(request.path)?\($0)" } ?? request.path
        edition.remember(
            MemoryAnswer(
                representation, label: AnswerLabel(route: route, realm: context.tenant.slug),
                keptFor: INotesLibrary.keptFor),
            target: Array(target.utf8))
        return Response(content: .representation(representation), route: route)
    }
}

extension Edition {
    /// The file at a path; 404 when the concert has none there.
    func file(_ path: String) throws(APIError) -> Representation {
        guard let file = files[path] else { throw APIError(.notFound, code: "no-such-file", "no such file") }
        return file.representation
    }
}
