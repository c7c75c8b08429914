import HTTP
import PNG
import Tenancy
import Web

/// The endpoints for editing and reading pictures.
struct ArtRoutes: Sendable {
    private let store: ArtStore
    private let endpoints: CatalogueEndpoints<ArtStore>
    private let drawings = PictureCache<DefaultArt> { $0.raster }

    init(database: TenantDatabase) {
        store = ArtStore(database: database)
        endpoints = CatalogueEndpoints(store, at: "/api/v1/admin/art")
    }

    var routes: [Route] {
        let image = endpoints.path + "/{art}/images/{position}"
        return endpoints.routes("Art", "Arts") + [
            Route(
                "setArtImage", .put, image, access: .catalogue, bodyLimit: ArtImage.byteLimit, endpoint: setArtImage),
            Route("deleteArtImage", .delete, image, access: .catalogue, endpoint: deleteArtImage),
            Route(
                "getArtImage", .get, "/api/v1/art/{art}/{position}", access: .everyone, query: ["v"],
                endpoint: getArtImage),
            Route(
                "getDefaultArt", .get, "/api/v1/default-art/{picture}", access: .everyone, query: ["size"],
                endpoint: getDefaultArt),
        ]
    }

    /// Answers `setArtImage`: the picture with the stored size, which replaces any size at the position; 413 for a file that is too large or exceeds
    /// the storage quota, 415 for a file that is not a PNG, JPEG or WebP picture, 422 for more than 8192 pixels on a side.
    func setArtImage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (key, position) = (try request.key(of: .art), try request.position())
        let head = try ArtImage.head(request.body)
        let item = try await store.store(
            request.body, as: head, at: position, of: key, ifMatch: IfMatch(request),
            quota: StorageQuota(limit: context.tenant.limits.storedBytes), in: context.tenant.id, context)
        return try CatalogueEndpoints<ArtStore>.answer(item, of: context.tenant.id)
    }

    /// Answers `deleteArtImage`: 204 after removing the size at the position; 404 if there is none.
    func deleteArtImage(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await store.drop(
            try request.position(), of: try request.key(of: .art), ifMatch: IfMatch(request), in: context.tenant.id,
            context)
        return .noContent
    }

    /// Answers `getArtImage`: the bytes of a stored size; 404 if there is none. An address with the first digits of the current hash may be cached
    /// for a year; any other address must be revalidated.
    func getArtImage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let version = try request.queryFields().optional("v")
        let picture = try await store.bytes(
            of: try request.key(of: .art), at: try request.position(), in: context.tenant.id,
            isPermanent: { hash in version.map { $0 == hash.prefix(16) } ?? false })
        guard let picture else { throw APIError.unknown(.art) }
        return Response(content: .representation(picture))
    }

    /// Answers `getDefaultArt`: an SVG, or a PNG in the smallest size that is at least as large as `size`. Without `size`, or if no size is that
    /// large, the PNG has the largest size.
    func getDefaultArt(_ request: Request, _ context: RequestContext) async throws -> Response {
        let name = try request.parameter("picture")
        let size = try request.queryFields().optional("size").map { text in
            guard let size = Int(text), (1...4096).contains(size) else {
                throw APIError.invalid(
                    "size", "must be a number of pixels from 1 to 4096, found \"\(text.prefix(100))\"")
            }
            return size
        }
        let fields: Fields = ["Cache-Control": "public, max-age=86400"]
        let answer: Response
        if let picture = DefaultArt.allCases.first(where: { $0.file == name }) {
            answer = .bytes(Array(picture.svg.utf8), mediaType: "image/svg+xml", fields: fields)
        } else if let picture = DefaultArt.allCases.first(where: { "\($0.rawValue).png" == name }) {
            answer = .bytes(
                try drawings.picture(picture, wanted: size), mediaType: "image/png", fields: fields)
        } else {
            throw APIError.unknown(.art)
        }
        return .tagged(answer, in: context.tenant.id)
    }
}

extension Request {
    fileprivate func position() throws(APIError) -> Int32 {
        let text = try parameter("position")
        guard let position = Int32(text), (0...ArtContent.Size.lastPosition).contains(position), "\(position)" == text
        else { throw .unknown(.art) }
        return position
    }
}
