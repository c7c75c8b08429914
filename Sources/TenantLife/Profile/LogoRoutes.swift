import HTTP
import Tenancy
import Web

/// The endpoints of a tenant's logo.
public struct LogoRoutes: Sendable {
    private let store: LogoStore
    private let profiles: TenantProfileStore

    public init(database: TenantDatabase) {
        store = LogoStore(database: database)
        profiles = TenantProfileStore(database: database)
    }

    public var routes: [Route] {
        let logo = RouteGroup("/api/v1/admin/tenant/logo", access: .permission(.manageTenant))
        let page = RouteGroup("/admin/tenant/logo", access: .permission(.manageTenant), errors: .page)
        return [
            Route("getLogo", .get, "/logo", access: .everyone, endpoint: getLogo),
            logo("setOwnTenantLogo", .put, "", bodyLimit: LogoImage.byteLimit, setOwnTenantLogo),
            logo("deleteOwnTenantLogo", .delete, "", deleteOwnTenantLogo),
            page("postAdminTenantLogo", .post, "", bodyLimit: LogoImage.byteLimit + 16 * 1024, postAdminTenantLogo),
            page("postAdminTenantLogoRemoval", .post, "/removal", postAdminTenantLogoRemoval),
        ]
    }

    /// Answers `getLogo` with the logo, or 404 without one. If the query field `v` is the first 16 digits of the logo's hash, as in the pages of
    /// this server, browsers may cache the logo for a year.
    func getLogo(_ request: Request, _ context: RequestContext) async throws -> Response {
        let version = try request.queryFields().optional("v")
        guard
            let logo = try await store.logo(
                in: context.tenant.id, isPermanent: { hash in version.map { $0 == hash.prefix(16) } ?? false })
        else {
            throw APIError(.notFound, code: .noLogo, "this tenant has no logo")
        }
        return Response(content: .representation(logo))
    }

    /// Answers `setOwnTenantLogo` with the tenant's settings, 412 if the entity tag does not match, 413 above 512 KiB or above the tenant's storage
    /// limit, 415 for another format than PNG, JPEG and WebP, or 422 if a side has too many pixels. `Content-Type` is ignored.
    func setOwnTenantLogo(_ request: Request, _ context: RequestContext) async throws -> Response {
        try await set(request.body, request, context, field: "").response
    }

    /// Answers `deleteOwnTenantLogo` with 204, or 412 if the entity tag does not match.
    func deleteOwnTenantLogo(_ request: Request, _ context: RequestContext) async throws -> Response {
        _ = try await store.remove(
            in: context.tenant.id, ifMatch: IfMatch(request), recorded: context.audit("tenant.logo.remove"))
        return .noContent
    }

    /// Answers `postAdminTenantLogo`. Sets the logo, or shows the page with the reason why it was refused.
    func postAdminTenantLogo(_ request: Request, _ context: RequestContext) async throws -> Response {
        let part = try request.multipartForm()("logo")
        do {
            _ = try await set(Array(part.content), request, context, field: "logo")
        } catch let error as APIError where Self.isOfThePicture(error) {
            return try await page(refusing: error, context)
        } catch let error as StorageExceeded {
            return try await page(refusing: .exceeding(error, in: "logo"), context)
        }
        return .seeOther("/admin/tenant", AdminNotice.logoSet)
    }

    private func page(refusing error: APIError, _ context: RequestContext) async throws -> Response {
        let state = try await profiles.state(in: context.tenant.id)
        return TenantPage(context: context, state: state, tag: state.entityTag, logoError: error).response
    }

    /// Answers `postAdminTenantLogoRemoval`. Removes the logo and redirects to the settings.
    func postAdminTenantLogoRemoval(_ request: Request, _ context: RequestContext) async throws -> Response {
        _ = try await store.remove(
            in: context.tenant.id, ifMatch: IfMatch(nil), recorded: context.audit("tenant.logo.remove"))
        return .seeOther("/admin/tenant", AdminNotice.logoRemoved)
    }

    private static func isOfThePicture(_ error: APIError) -> Bool {
        [.contentTooLarge, .unsupportedMediaType, .unprocessableContent].contains(error.status)
    }

    private func set(
        _ bytes: [UInt8], _ request: Request, _ context: RequestContext, field: String
    ) async throws -> TenantState {
        guard bytes.count <= LogoImage.byteLimit else {
            throw APIError(
                .contentTooLarge, code: .contentTooLarge,
                "a logo must have at most 512 KiB, found \((bytes.count + 1023) / 1024) KiB")
        }
        guard let image = LogoImage(bytes) else {
            throw APIError(
                .unsupportedMediaType, code: .notAPicture, "a logo must be a PNG, JPEG or WebP file; send another file")
        }
        guard image.isOfUse else {
            throw APIError.invalid(
                field,
                "must have 1 to \(LogoImage.sideLimit) pixels on each side, found \(image.width) by \(image.height)"
            )
        }
        let recorded = try context.audit(
            "tenant.logo.set", detail: ["mediaType": image.mediaType, "bytes": String(bytes.count)])
        return try await store.set(
            image, bytes, in: context.tenant.id, quota: StorageQuota(limit: context.tenant.limits.storedBytes),
            ifMatch: IfMatch(request), recorded: recorded)
    }
}
