import HTTP
import MusicLibrary
import PNG
import SoundCloud
import Tenancy
import Web

/// The endpoint of the pictures of tracks, playlists and users on the pages below `/library` and `/player` (decision 0083).
struct CoverRoutes: Sendable {
    private let cloud: MusicCloud?
    private let addresses: CoverAddressStore
    private let drawings: PictureCache<CoverDrawing>

    /// Creates the endpoint. Without a SoundCloud application, every cover is drawn.
    init(cloud: MusicCloud?, database: TenantDatabase) {
        self.cloud = cloud
        addresses = CoverAddressStore(database: database)
        drawings = PictureCache { $0.drawing }
    }

    var routes: [Route] {
        [
            .accountPage("getLibraryArtwork", "/library/artwork/{cloudCover}", endpoint: getLibraryArtwork)
        ]
    }

    /// Answers `getLibraryArtwork`: the picture of a track, playlist or user, in the smallest of SoundCloud's sizes with at least `size` pixels, but
    /// at most 500 pixels. Without `size`, the picture has the size of the stored address. If SoundCloud does not send the picture, a drawn cover is
    /// returned.
    ///
    /// An unknown item, another version and a playlist that the listener may not see give the same 404, so the response does not show whether another
    /// listener has the item. A `size` outside 1 to 4096 gives 422.
    func getLibraryArtwork(_ request: Request, _ context: RequestContext) async throws -> Response {
        let listener = try context.listener
        let fields = try request.queryFields()
        let size = try fields.optional("size") == nil ? nil : fields.integer("size", in: 1...4096)
        guard let name = CoverName(try request.parameter("cloudCover")),
            let address = try await addresses.address(of: name.urn, for: listener), address.version == name.version
        else { throw Self.absent }
        if let picture = await cloud?.pictures.picture(at: address, size: size) {
            return .bytes(
                picture.bytes, mediaType: picture.mediaType,
                fields: [
                    "Cache-Control": "private, max-age=86400",
                    "ETag": "\"\(context.tenant.id).\(name.version)-\(size ?? 0)\"",
                ])
        }
        // A host that does not answer now may answer in a few minutes.
        return .bytes(
            try drawings.picture(CoverDrawing(of: name.urn.description), wanted: size), mediaType: "image/png",
            fields: ["Cache-Control": "private, max-age=300"])
    }

    private static let absent = APIError(
        .notFound, code: .notFound, "this picture does not exist: reload the page that shows it")
}
