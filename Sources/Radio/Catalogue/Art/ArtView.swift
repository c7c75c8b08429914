/// A picture as every public answer shows it. Where there is none it is the default one of its kind (spec R14), so that an
/// app has always something to show.
public struct ArtView: Encodable, Sendable, Hashable {
    public let isDefault: Bool
    public let alt: String
    public let credit: String
    public let images: [Image]

    /// One size.
    public struct Image: Encodable, Sendable, Hashable {
        public let url: String
        /// In pixels; 0 for unknown.
        public let width: Int32
        public let height: Int32
        public let mediaType: String
    }

    /// - Parameter kind: whose default stands in for a picture that is not there or has no size.
    public init(_ art: Art?, of kind: DefaultArt) {
        if let art, !art.images.isEmpty {
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
        }
    }
}
