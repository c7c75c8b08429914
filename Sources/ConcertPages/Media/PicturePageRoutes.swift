import ConcertEditing
import ConcertNotes
import HTTP
import Tenancy
import Web

/// The pages of pictures and their forms.
struct PicturePageRoutes: Sendable {
    let store: DraftStore

    /// The largest form with a file, in bytes.
    static let bodyLimit = MediaFile.byteLimit + 64 * 1024
    /// The largest form with several files, in bytes.
    static let listBodyLimit = 4 * MediaFile.byteLimit

    var routes: [Route] {
        let (all, one) = ("/cms/pictures", "/cms/pictures/{image}")
        func post(_ operation: String, _ path: String, limit: Int = 16 * 1024, _ endpoint: @escaping Route.Endpoint)
            -> Route
        {
            Route(operation, .post, path, access: .concerts, errors: .page, bodyLimit: limit, endpoint: endpoint)
        }
        return [
            Route("getPictureListPage", .get, all, access: .concerts, errors: .page, endpoint: getPictureListPage),
            post("postNewPicture", all, limit: Self.listBodyLimit, postNewPicture),
            Route("getPicturePage", .get, one, access: .concerts, errors: .page, endpoint: getPicturePage),
            post("postPicture", one, limit: Self.bodyLimit, postPicture),
            post("postPictureDelete", one + "/delete", postPictureDelete),
        ]
    }

    /// Answers `getPictureListPage`: the pictures of the tenant.
    func getPictureListPage(_ request: Request, _ context: RequestContext) async throws -> Response {
        let fields = try request.queryFields()
        let after = try fields.position(in: "picture-list") { $0.values.count == 1 ? $0.values[0] : nil }
        var page = try await list(after: after, context)
        page.notice = try ConcertNotice(fields)
        return page.response()
    }

    private func list(after: String? = nil, _ context: RequestContext) async throws -> PictureListPage {
        let pictures = try await store.images(after: after ?? "", limit: PictureListPage.limit, in: context.tenant.id)
        return PictureListPage(context: context, pictures: pictures, isFirst: after == nil)
    }

    /// Answers `postNewPicture`: stores one or several new pictures. Without a name in the form, a picture gets a name from the name of the file. All
    /// files are checked before the first is stored; a failure while storing, such as a full quota, keeps the pictures stored before.
    func postNewPicture(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.multipartForm()
        let typed = try form.line("name")
        return try await .showingFaults(
            on: { error in
                var page = try await list(context)
                (page.typed, page.error) = (typed, error)
                return page.response()
            },
            {
                let files = form.parts("file").filter { !$0.content.isEmpty }
                guard let first = files.first else { throw APIError.invalid("/image", "is missing: choose a file") }
                guard files.count > 1 else {
                    let name = typed.isEmpty ? Self.name(ofFile: first.fileName ?? "") : typed
                    let image = try await Self.named { try await storeNew(name, Array(first.content), context) }
                    return .seeOther(ConcertPaths.picture(image.name).description, ConcertNotice.pictureStored)
                }
                guard typed.isEmpty else {
                    throw APIError.invalid([
                        APIError.Fault(
                            field: "/name", reason: "is for one picture, and \(files.count) files were chosen",
                            suggestion: "leave the name empty, so that each picture gets the name of its file")
                    ])
                }
                try await storeAll(files, context)
                return .seeOther("/cms/pictures", ConcertNotice.picturesStored)
            })
    }

    /// Stores several files as pictures, with names made from the names of the files (`name(ofFile:)`). If a check fails, stores nothing and throws
    /// `APIError` 422 with a fault for each refused file. A failure while storing, such as a full quota, keeps the pictures stored before.
    private func storeAll(_ files: [MultipartForm.Part], _ context: RequestContext) async throws {
        var faults: [APIError.Fault] = []
        var names: Set<String> = []
        func refuse(_ file: MultipartForm.Part, _ reason: String, _ suggestion: String) {
            faults.append(
                APIError.Fault(
                    field: "/image", reason: "“\(file.fileName ?? "")” is refused: \(reason)", suggestion: suggestion))
        }
        for file in files {
            let name = Self.name(ofFile: file.fileName ?? "")
            if let problem = PictureReference.problem(ofName: name) {
                refuse(file, problem.reason, problem.fix)
            } else if !names.insert(name).inserted {
                refuse(file, "another of the files already gets the name \(name)", "rename one of the two files")
            } else if try await store.image(name, in: context.tenant.id) != nil {
                refuse(
                    file, "there is already a picture \(name)", "rename the file, or open the picture and replace it")
            } else if case .failure(let problem) = MediaFile.checked(name: name, content: Array(file.content)) {
                refuse(file, problem.reason, problem.fix)
            }
        }
        guard faults.isEmpty else { throw APIError.invalid(faults) }
        for file in files {
            _ = try await Self.named {
                try await storeNew(Self.name(ofFile: file.fileName ?? ""), Array(file.content), context)
            }
        }
    }

    /// Stores a new picture. Throws `APIError` 422 if the name is taken.
    private func storeNew(_ name: String, _ content: [UInt8], _ context: RequestContext) async throws -> EditedImage {
        try await store.setImage(
            name, to: content, quota: StorageQuota(limit: context.tenant.limits.storedBytes),
            in: context.tenant.id, context
        ) { old in
            guard old == nil else {
                throw APIError.invalid([
                    APIError.Fault(
                        field: "/name", reason: "is the name of another picture",
                        suggestion: "choose another name, or open the picture and replace it")
                ])
            }
        }
    }

    /// Returns a picture name for a file name, such as "My-photo-1.jpg" for "My photo (1).JPG", cut to 90 characters before the ending. A name
    /// without an ending stays the same.
    static func name(ofFile name: String) -> String {
        let parts = name.split(separator: ".", omittingEmptySubsequences: true)
        guard let ending = parts.last?.lowercased(), parts.count > 1 else { return name }
        let words = parts.dropLast().joined(separator: "-").split { character in
            !(character.isASCII && (character.isLetter || character.isNumber || character == "_"))
        }
        var stem = words.joined(separator: "-").prefix(90)
        while stem.last == "-" { stem.removeLast() }
        return "\(stem.isEmpty ? "picture" : stem).\(ending)"
    }

    /// Runs a function that stores a picture, returns its result, and renames the fields of its faults to those of the form. `StorageExceeded`
    /// becomes `APIError` 413.
    private static func named<Result>(_ store: () async throws -> Result) async throws -> Result {
        do {
            return try await store()
        } catch let error as APIError where error.code == .invalid {
            throw APIError.invalid(
                error.faults.map { fault in
                    let isName = fault.field == "image" || fault.field == "/name"
                    return APIError.Fault(
                        field: isName ? "/name" : "/image", reason: fault.reason, suggestion: fault.suggestion)
                })
        } catch let error as StorageExceeded {
            throw APIError.exceeding(error, in: "/image")
        }
    }

    /// Answers `getPicturePage`: the page of a picture.
    func getPicturePage(_ request: Request, _ context: RequestContext) async throws -> Response {
        var page = try await page(request, context)
        page.notice = try ConcertNotice(request)
        return try page.response()
    }

    private func page(_ request: Request, _ context: RequestContext) async throws -> PicturePage {
        let (name, tenant) = (try request.parameter("image"), context.tenant.id)
        guard let image = try await store.image(name, in: tenant) else { throw APIError.noSuchImage }
        return PicturePage(context: context, image: image, uses: try await store.uses(ofImage: name, in: tenant))
    }

    /// Answers `postPicture`: replaces the content of a picture. Phones get it when a concert that names the picture is published.
    func postPicture(_ request: Request, _ context: RequestContext) async throws -> Response {
        let form = try request.multipartForm()
        let (tag, file, tenant) = (try form.line("tag"), try form.optional("file"), context.tenant.id)
        let name = try request.parameter("image")
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            guard let file, !file.content.isEmpty else { throw APIError.invalid("/image", "is missing: choose a file") }
            _ = try await Self.named {
                try await store.setImage(
                    name, to: Array(file.content), quota: StorageQuota(limit: context.tenant.limits.storedBytes),
                    in: tenant, context
                ) { old in
                    guard let old else { throw APIError.noSuchImage }
                    try FormFields.check(tag, ConcertSnapshot.hexadecimal(old.sha256), of: tenant)
                }
            }
            return .seeOther(ConcertPaths.picture(name).description, ConcertNotice.pictureStored)
        }
    }

    /// Answers `postPictureDelete`: deletes a picture that no note of a draft and no published concert shows.
    func postPictureDelete(_ request: Request, _ context: RequestContext) async throws -> Response {
        let (tag, tenant) = (try request.form().line("tag"), context.tenant.id)
        let name = try request.parameter("image")
        return try await Response.showingFaults(onPage: { try await page(request, context) }) {
            try await store.deleteImage(name, in: tenant, context) { image in
                try FormFields.check(tag, ConcertSnapshot.hexadecimal(image.sha256), of: tenant)
            }
            return .seeOther("/cms/pictures", ConcertNotice.pictureDeleted)
        }
    }
}
