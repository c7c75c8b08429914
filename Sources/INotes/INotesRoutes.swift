import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints for the app of 2013 (spec N1, N5, N12, N15, I3, I17, I20, T1), byte for byte as the app expects. Errors are plain text.
public struct INotesRoutes: Sendable {
    private let library: INotesLibrary

    public init(library: INotesLibrary) { self.library = library }

    /// The routes in the order of openapi.yaml.
    public var routes: [Route] {
        [
            Route("getPieces", .get, "/getPieces.php", access: .everyone, errors: .plain, endpoint: getPieces),
            Route("getData", .get, "/getData.php", access: .everyone, errors: .plain, endpoint: getData),
            // The description of the app uses this name once (spec I3).
            Route("getDataXML", .get, "/getData.xml", access: .everyone, errors: .plain, endpoint: getDataXML),
            Route("getGlossary", .get, "/glossary.xml", access: .everyone, errors: .plain, endpoint: getGlossary),
            Route(
                "getAppAsset", .get, "/images/AppAssets/{file}", access: .everyone, errors: .plain,
                endpoint: getAppAsset),
            Route("getImage", .get, "/images/{file}", access: .everyone, errors: .plain, endpoint: getImage),
        ]
    }

    /// Answers `getPieces`: the names of the pieces of the concert on the air, separated by semicolons; empty if no concert is on the air.
    func getPieces(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/getPieces.php") { edition in edition.listing }
    }

    /// Answers `getData`: the requested pieces in the order of the numbers in their field names, without unknown pieces; 400 if the document would be
    /// too long.
    func getData(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/getData.php") { edition in
            try await edition.document(PieceQuery(request.query))
        }
    }

    /// Answers `getDataXML`: the same document as `getData`.
    func getDataXML(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/getData.xml") { edition in
            try await edition.document(PieceQuery(request.query))
        }
    }

    /// Answers `getGlossary`: all terms, or an empty glossary if the tenant has none.
    func getGlossary(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await answer(request, context, route: "/glossary.xml") { edition in edition.glossary }
    }

    /// Answers `getAppAsset`: a screen of the app, the programme book, or the glossary; 404 if the concert does not have the file.
    func getAppAsset(_ request: Request, _ context: RequestContext) async throws -> Response {
        let file = try request.parameter("file")
        if file == "glossary.xml" {
            return try await answer(request, context, route: "/images/AppAssets/{file}") { edition in edition.glossary }
        }
        return try await self.file("/images/AppAssets/" + file, request, context, route: "/images/AppAssets/{file}")
    }

    /// Answers `getImage`: a picture of the concert's texts; 404 if the concert has no picture with this name.
    func getImage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await file("/images/" + request.parameter("file"), request, context, route: "/images/{file}")
    }

    /// Returns the response with a file of the edition or of a recently replaced edition. Throws `APIError` 404 if no edition has the file.
    private func file(
        _ path: String, _ request: Request, _ context: RequestContext, route: String
    ) async throws -> Response {
        let edition = try await library.edition(for: context.tenant)
        library.count(file: edition.files[path] != nil)
        if edition.files[path] == nil, let replacedFile = library.replacedFile(path, of: context.tenant.id) {
            return Response(content: .representation(replacedFile), route: route)
        }
        return try await answer(request, context, route: route) { edition in try edition.file(path) }
    }

    /// Returns the response with the content that `find` returns from the tenant's edition, and stores it for requests with the same target.
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
                keptFor: EditionCache<Edition>.keptFor),
            target: Array(target.utf8))
        return Response(content: .representation(representation), route: route)
    }
}

extension Edition {
    /// Returns the file at a path. Throws `APIError` 404 if the concert does not have the file.
    func file(_ path: String) throws(APIError) -> Representation {
        guard let file = files[path] else {
            throw APIError(.notFound, code: .noSuchFile, "there is no file with this name: check the name")
        }
        return file.representation
    }
}
