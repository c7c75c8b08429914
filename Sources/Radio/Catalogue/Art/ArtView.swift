/// A picture as every public answer shows it. Where there is none it is the default one of its kind (spec R14), so that an
/// app has always something to show.
public struct ArtView: Encodable, Sendable, Hashable {
    /// One address for those that take any size: the one nearest to a phone's width.
    public let url: String
    /// Whether nothing of the station's own is known.
    public let isDefault: Bool
    public let alt: String
    public let credit: String
    public private(set) var images: [Image]

    /// One size.
    public struct Image: Encodable, Sendable, Hashable {
        public let url: String
        /// In pixels; 0 for unknown.
        public let width: Int32
        public let height: Int32
        public let mediaType: String
    }

    /// - Parameters:
    ///   - candidates: the first of them that has a size is shown.
    ///   - kind: whose default stands in where none has.
    public init(_ candidates: Art?..., of kind: DefaultArt) {
        let shown = candidates.lazy.compactMap { $0 }.first { !$0.images.isEmpty }
        url = shown?.images.min { abs($0.width - DefaultArt.side) < abs($1.width - DefaultArt.side) }?.url ?? kind.path
        if let art = shown {
            isDefault = false
            alt = art.alt
            credit = art.credit
            images = art.images.map {
                Image(url: $0.url, width: $0.width, height: $0.height, mediaType: $0.mediaType)
            }
        } else {
            isDefault = true
            alt = kind.alt
            credit = ""
            images = [
                Image(
                    url: kind.path, width: DefaultArt.side, height: DefaultArt.side, mediaType: "image/svg+xml")
            ]
            // Image views of phones decode no vectors.
            for side in [600, 150] {
                images.append(
                    Image(
                        url: "/api/v1/default-art/\(kind.rawValue).png?size=\(side)", width: Int32(side),
                        height: Int32(side), mediaType: "image/png"))
            }
        }
    }
}
