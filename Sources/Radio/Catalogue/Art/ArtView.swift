/// A picture in responses of the public API. An item without a picture gets the default picture of its kind (spec R14).
public struct ArtView: Encodable, Sendable, Hashable {
    /// The address of the size with the width nearest to 600 pixels, or of the default picture's SVG.
    public let url: String
    public let isDefault: Bool
    public let alt: String
    public let credit: String
    public private(set) var images: [Image]

    /// A size of the picture.
    public struct Image: Encodable, Sendable, Hashable {
        public let url: String
        /// The width in pixels; 0 if unknown.
        public let width: Int32
        public let height: Int32
        public let mediaType: String
    }

    /// Creates a view of the first candidate that has a size, or of the default picture `kind`.
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
            // Image views on phones cannot decode SVG.
            for side in [600, 150] {
                images.append(
                    Image(
                        url: "/api/v1/default-art/\(kind.rawValue).png?size=\(side)", width: Int32(side),
                        height: Int32(side), mediaType: "image/png"))
            }
        }
    }
}
