import Web

/// A picture as clients choose from: one address for those that take any, and every size (spec R14).
struct ArtView: Encodable, Sendable, Hashable {
    let url: String
    /// Whether nothing of the station's own is known.
    let isDefault: Bool
    let alt: String
    let credit: String
    let images: [Size]

    struct Size: Encodable, Sendable, Hashable {
        let url: String
        let width: Int32?
        let height: Int32?
        let mediaType: String?

        init(_ image: Art.Image) {
            url = image.url
            width = image.width > 0 ? image.width : nil
            height = image.height > 0 ? image.height : nil
            mediaType = image.mediaType.isEmpty ? nil : image.mediaType
        }
    }

    /// The first of them that has a size; the default where none has.
    init(_ candidates: Art?...) {
        let found = candidates.lazy.compactMap { $0 }.first { !$0.images.isEmpty }
        images = (found?.images ?? [DefaultArt.image]).map(Size.init)
        // A phone's width, as near as there is one.
        let best = (found?.images ?? [DefaultArt.image]).min { abs($0.width - 600) < abs($1.width - 600) }
        url = best?.url ?? DefaultArt.path
        isDefault = found == nil
        alt = found?.alt ?? ""
        credit = found?.credit ?? ""
    }
}
