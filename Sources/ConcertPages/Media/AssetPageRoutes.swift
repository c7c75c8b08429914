import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The pages of app assets and their forms.
struct AssetPageRoutes: Sendable {
    let store: DraftStore

    var routes: [Route] {
        let all = "/cms/concerts/{concert}/assets"
        func post(_ operation: String, _ path: String, limit: Int = 16 * 1024, _ endpoint: @escaping Route.Endpoint)
            -> Route
        {
            Route(operation, .post, path, access: .concerts, errors: .page, bodyLimit: limit, endpoint: endpoint)
        }
        return [
            Route(
                "getAssetConcertsPage", .get, "/cms/assets", access: .concerts, errors: .page,
                endpoint: getAssetConcertsPage),
            Route("getAssetListPage", .get, all, access: .concerts, errors: .page, endpoint: getAssetListPage),
            post("postAssets", all, limit: PicturePageRoutes.listBodyLimit, postAssets),
            post("postAsset", all + "/{asset}", limit: PicturePageRoutes.bodyLimit, postAsset),
            post("postAssetDelete", all + "/{asset}/delete", postAssetDelete),
        ]
    }

    /// Answers `getAssetConcertsPage`: the concerts, with links to their app assets.
    func getAssetConcertsPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let concerts = try await store.concerts(limit: ConcertListRoutes.limit, in: context.tenant.id).rows.sorted {
            ($0.details.date ?? "9999") > ($1.details.date ?? "9999")
        }
        return AssetConcertsPage(context: context, concerts: concerts).response()
    }

    /// Answers `getAssetListPage`: the app assets of a concert.
    func getAssetListPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(request, context)
        page.notice = try ConcertNotice(request)
        return try page.response()
    }

    private func page(_ request: Request, _ context: RequestContext) async throws -> AssetListPage {
        let (slug, tenant) = (try request.parameter("concert"), context.tenant.id)
        let assets = try await store.assets(of: slug, in: tenant)
        guard let concert = try await store.concert(slug, in: tenant) else { throw APIError.noSuchConcert }
        return AssetListPage(context: context, concert: concert, assets: assets)
    }

    /// Answers `postAssets`: stores several assets under the names of their files. All names and files are checked before the first is stored. Phones
    /// get the assets with the next publication. A failure while storing, such as a full quota, keeps the assets stored before.
    func postAssets(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.multipartForm()
        let files = form.parts("file").filter { !$0.content.isEmpty }
        let slug = try request.parameter("concert")
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            guard !files.isEmpty else { throw APIError.invalid("files", "are missing: choose one or more app assets") }
            let faults = files.compactMap { file -> APIError.Fault? in
                let name = file.fileName ?? ""
                guard AppAsset.names.contains(name) else {
                    let other = AppAsset.names.first { $0.lowercased() == name.lowercased() }
                    return APIError.Fault(
                        field: name,
                        reason: "is not the name of an app asset: "
                            + (other.map { "rename the file to \($0)" } ?? "rename the file to a name on the list"))
                }
                guard case .failure(let problem) = MediaFile.checked(name: name, content: Array(file.content)) else {
                    return nil
                }
                return APIError.Fault(field: name, reason: "is refused: \(problem.reason); \(problem.fix)")
            }
            guard faults.isEmpty else { throw APIError.invalid(faults) }
            for file in files {
                try await set(file.fileName ?? "", of: slug, to: Array(file.content), context) { _ in }
            }
            return .seeOther(ConcertPaths.concert(slug, "/assets").description, ConcertNotice.assetsStored)
        }
    }

    /// Answers `postAsset`: stores the file of an app asset in the draft. Phones get it with the next publication.
    func postAsset(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.multipartForm()
        let (tag, file, tenant) = (try form.line("tag"), try form.optional("file"), context.tenant.id)
        let (slug, name) = (try request.parameter("concert"), try request.parameter("asset"))
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            guard let file, !file.content.isEmpty else {
                throw APIError.invalid("/\(name)", "is missing: choose a file")
            }
            try await set(name, of: slug, to: Array(file.content), context) { asset in
                try FormFields.check(tag, AssetTag(asset), of: tenant)
            }
            return .seeOther(ConcertPaths.concert(slug, "/assets").description, ConcertNotice.assetsStored)
        }
    }

    private func set(
        _ name: String, of slug: String, to content: [UInt8], _ context: RequestContext,
        _ check: @Sendable (EditedAsset) throws -> Void
    ) async throws {
        do {
            _ = try await store.setAsset(
                name, of: slug, to: content, quota: StorageQuota(limit: context.tenant.limits.storedBytes),
                in: context.tenant.id, context, check)
        } catch let error as APIError where error.code == .invalid {
            throw APIError.invalid(
                error.faults.map { fault in
                    APIError.Fault(
                        field: "/\(name)", reason: fault.suggestion.map { "\(fault.reason); \($0)" } ?? fault.reason)
                })
        } catch let error as StorageExceeded {
            throw APIError.exceeding(error, in: "/\(name)")
        }
    }

    /// Answers `postAssetDelete`: removes an app asset from the draft. Phones lose it with the next publication.
    func postAssetDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (tag, tenant) = (try request.form().line("tag"), context.tenant.id)
        let (slug, name) = (try request.parameter("concert"), try request.parameter("asset"))
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            try await store.deleteAsset(name, of: slug, in: tenant, context) { asset in
                try FormFields.check(tag, AssetTag(asset), of: tenant)
            }
            return .seeOther(ConcertPaths.concert(slug, "/assets").description, ConcertNotice.assetDeleted)
        }
    }
}
