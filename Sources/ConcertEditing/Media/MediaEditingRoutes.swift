import ConcertNotes
import HTTP
import Tenancy
import Web

/// The endpoints of pictures and app assets. The format of an upload is read from its bytes, and `Content-Type` is ignored.
struct MediaEditingRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let images = "/api/v1/admin/images"
        let assets = "/api/v1/admin/concerts/{concert}/assets"
        return [
            Route("findImages", .get, images, access: .editing, query: ["cursor", "limit"], endpoint: findImages),
            Route("getEditedImage", .get, images + "/{image}", access: .editing, endpoint: getEditedImage),
            Route(
                "setImage", .put, images + "/{image}", access: .editing, bodyLimit: MediaFile.byteLimit,
                endpoint: setImage),
            Route("deleteImage", .delete, images + "/{image}", access: .editing, endpoint: deleteImage),
            Route("findAppAssets", .get, assets, access: .editing, endpoint: findAppAssets),
            Route("getEditedAsset", .get, assets + "/{asset}", access: .editing, endpoint: getEditedAsset),
            Route(
                "setAppAsset", .put, assets + "/{asset}", access: .editing, bodyLimit: MediaFile.byteLimit,
                endpoint: setAppAsset),
            Route("deleteAppAsset", .delete, assets + "/{asset}", access: .editing, endpoint: deleteAppAsset),
        ]
    }

    /// Answers `findImages`: a page of the tenant's pictures in the order of their names.
    func findImages(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let after = try fields.position(in: "images") { $0.values.count == 1 ? $0.values[0] : nil }
        let page = try await store.images(after: after ?? "", limit: fields.pageSize(), in: context.tenant.id)
        return try .list(
            page.rows.map(EditedImageView.init),
            next: page.next.map { ListCursor("images", [$0.name]).description })
    }

    /// Answers `getEditedImage`: the content of a picture.
    func getEditedImage(_ request: Request, _ context: RequestContext) async throws -> Response {
        guard let image = try await store.image(request.parameter("image"), in: context.tenant.id),
            let content = try await store.content(of: image, in: context.tenant.id)
        else { throw APIError.noSuchImage }
        return try Self.content(content, of: image, context)
    }

    /// Answers `setImage`: stores the content of the request as a picture. The drafts of the concerts that name it count as changed; phones get it
    /// when one of them is published.
    func setImage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let image = try await store.setImage(
            request.parameter("image"), to: request.body,
            quota: StorageQuota(limit: context.tenant.limits.storedBytes), in: tenant, context
        ) { old in
            try known.check(
                old.map { ConcertSnapshot.hexadecimal($0.sha256) }, of: tenant, view: old.map(EditedImageView.init))
        }
        return try .edited(EditedImageView(image), tag: ConcertSnapshot.hexadecimal(image.sha256), in: context)
    }

    /// Answers `deleteImage`: deletes a picture that no text uses.
    func deleteImage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        try await store.deleteImage(request.parameter("image"), in: tenant, context) { image in
            try known.check(ConcertSnapshot.hexadecimal(image.sha256), of: tenant, view: EditedImageView(image))
        }
        return .noContent
    }

    /// Answers `findAppAssets`: the app assets of a draft.
    func findAppAssets(_ request: Request, _ context: RequestContext) async throws -> Response {
        try .list(try await store.assets(of: request.parameter("concert"), in: context.tenant.id).map(AssetView.init))
    }

    /// Answers `getEditedAsset`: the content of an app asset.
    func getEditedAsset(_ request: Request, _ context: RequestContext) async throws -> Response {
        let name = try request.parameter("asset")
        let assets = try await store.assets(of: request.parameter("concert"), in: context.tenant.id)
        guard let file = assets.first(where: { $0.name == name })?.file,
            let content = try await store.content(of: file, in: context.tenant.id)
        else { throw AppAsset.names.contains(name) ? APIError.noAssetFile : APIError.noSuchAsset }
        return try Self.content(content, of: file, context)
    }

    /// Answers `setAppAsset`: stores the content of the request as an app asset of a draft. Phones get the asset with the next
    /// publication.
    func setAppAsset(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        let asset = try await store.setAsset(
            request.parameter("asset"), of: request.parameter("concert"), to: request.body,
            quota: StorageQuota(limit: context.tenant.limits.storedBytes), in: tenant, context
        ) { old in try known.check(old.tag, of: tenant, view: AssetView(old)) }
        return try .edited(AssetView(asset), tag: asset.tag, in: context)
    }

    /// Answers `deleteAppAsset`: removes an app asset from a draft. Phones lose it with the next publication.
    func deleteAppAsset(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (known, tenant) = (IfMatch(request), context.tenant.id)
        try await store.deleteAsset(
            request.parameter("asset"), of: request.parameter("concert"), in: tenant, context
        ) { old in try known.check(old.tag, of: tenant, view: AssetView(old)) }
        return .noContent
    }

    private static func content(
        _ content: [UInt8], of file: EditedImage, _ context: RequestContext
    ) throws -> Response {
        let tag = try ContentTag.text(ConcertSnapshot.hexadecimal(file.sha256), of: context.tenant.id)
        return .bytes(content, mediaType: file.mediaType, fields: ["ETag": tag, "Cache-Control": "private, no-cache"])
    }
}

extension EditedAsset {
    fileprivate var tag: String? { file.map { ConcertSnapshot.hexadecimal($0.sha256) } }
}

private struct EditedImageView: Encodable, Sendable {
    let name: String
    let mediaType: String
    let byteCount: Int
    let width: Int?
    let height: Int?
    let sha256: String
    let isDraft: Bool
    let concerts: [String]
    let terms: [String]

    init(_ image: EditedImage) {
        name = image.name
        mediaType = image.mediaType
        byteCount = image.byteCount
        width = image.size?.width
        height = image.size?.height
        sha256 = ConcertSnapshot.hexadecimal(image.sha256)
        isDraft = image.isDraft
        concerts = image.concerts
        terms = image.terms
    }
}

private struct AssetView: Encodable, Sendable {
    let name: String
    let expected: Form
    let stored: Stored?

    struct Form: Encodable, Sendable {
        let mediaType: String
        let width: Int?
        let height: Int?
    }

    struct Stored: Encodable, Sendable {
        let mediaType: String
        let byteCount: Int
        let width: Int?
        let height: Int?
        let sha256: String
    }

    init(_ asset: EditedAsset) {
        name = asset.name
        expected = Form(
            mediaType: asset.expectedMediaType, width: asset.expectedSize?.width, height: asset.expectedSize?.height)
        stored = asset.file.map {
            Stored(
                mediaType: $0.mediaType, byteCount: $0.byteCount, width: $0.size?.width, height: $0.size?.height,
                sha256: ConcertSnapshot.hexadecimal($0.sha256))
        }
    }
}
