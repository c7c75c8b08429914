import HTTP
import Radio
import Tenancy
import Web

/// The values of the picture form.
struct PictureForm: Sendable {
    let tag: String
    let alt: String
    let credit: String
    /// The picture file; empty if none was chosen.
    let bytes: [UInt8]

    init(_ form: MultipartForm) throws(APIError) {
        tag = try form.optional("tag")?.text() ?? ""
        alt = try form.optional("alt")?.text().trimmed ?? ""
        credit = try form.optional("credit")?.text().trimmed ?? ""
        bytes = Array(try form.optional("picture")?.content ?? [])
    }
}

/// The actions that set and remove the picture of a catalogue item.
struct PictureUpdate<Store: CatalogueStore>: Sendable {
    let store: Store
    /// The entity tag of the item on the page.
    let tag: String

    private var pictures: ArtStore { ArtStore(database: store.database) }

    /// Sets the picture. A file becomes a new picture, because other items may show the old one, which is deleted if no item shows it. If no file is
    /// sent, only the texts of the present picture change, also for other items that show it. `art` is the ID of the present picture; `nil` if the
    /// item has none.
    ///
    /// Each step is a separate transaction. A new picture that cannot be assigned is deleted; an error in this deletion is ignored.
    ///
    /// - Throws: `APIError` 422 for invalid texts or a missing file, the errors of `ArtImage.head`, `StorageExceeded`, and the errors of the
    ///   catalogue stores.
    func set(_ form: PictureForm, of key: Int64, art: Int64?, _ context: RequestContext) async throws {
        let tenant = context.tenant.id
        let words = try JSONContent.read(
            FormValue.members(["alt": .text(form.alt), "credit": .text(form.credit)]).bytes, as: ArtContent.self)
        if form.bytes.isEmpty {
            guard let art, let item = try await pictures.item(art, in: tenant) else {
                throw APIError.invalid("/picture", "is missing: choose a PNG, JPEG or WebP file")
            }
            let content = ArtContent(alt: words.alt, credit: words.credit, images: item.content.images)
            _ = try await pictures.replace(art, by: content, ifMatch: IfMatch(nil), in: tenant, context)
            return
        }
        let head = try ArtImage.head(form.bytes)
        let made = try await pictures.add(words, in: tenant, context)
        do {
            _ = try await pictures.store(
                form.bytes, as: head, at: 0, of: made.id, ifMatch: IfMatch(nil),
                quota: StorageQuota(limit: context.tenant.limits.storedBytes), in: tenant, context)
            try await show(made.id, of: key, context)
        } catch {
            try? await pictures.remove(made.id, ifMatch: IfMatch(nil), in: tenant, context)
            throw error
        }
        try await forget(art, context)
    }

    /// Removes the picture from the item and then, in another transaction, deletes it unless another item shows it. `art` is the ID of the picture.
    func remove(of key: Int64, art: Int64?, _ context: RequestContext) async throws {
        try await show(nil, of: key, context)
        try await forget(art, context)
    }

    private func show(_ art: Int64?, of key: Int64, _ context: RequestContext) async throws {
        guard let stored = try await store.item(key, in: context.tenant.id) else { throw APIError.unknown(Store.kind) }
        let value = try FormValue(stored.content).with("art", art.map { .text(String($0)) })
        let content = try JSONContent.read(value.bytes, as: Store.Content.self)
        _ = try await store.replace(key, by: content, ifMatch: IfMatch(tag), in: context.tenant.id, context)
    }

    /// Deletes the previous picture unless another item shows it.
    private func forget(_ art: Int64?, _ context: RequestContext) async throws {
        guard let art else { return }
        do {
            try await pictures.remove(art, ifMatch: IfMatch(nil), in: context.tenant.id, context)
        } catch let error as APIError where error.status == .conflict || error.status == .notFound {
        }
    }
}

extension PictureUpdate {
    /// The maximum size of a picture form in bytes: the largest file and 32 KiB.
    static var bodyLimit: Int { ArtImage.byteLimit + 32 * 1024 }
}
