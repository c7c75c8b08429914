import Web

/// The editable content of a picture.
package struct ArtContent: CatalogueContent {
    package let alt: String
    package let credit: String
    package let images: [Size]

    package init(alt: String, credit: String, images: [Size]) {
        self.alt = alt
        self.credit = credit
        self.images = images
    }

    /// A size of the picture.
    package struct Size: Codable, Sendable, Hashable {
        /// The position among the sizes, from 0 to 999, which is part of the path of a stored size. A missing position is decoded as the index in the
        /// list.
        let position: Int32
        let url: String
        /// The width in pixels; 0 if unknown.
        let width: Int32
        let height: Int32
        /// The media type; empty if unknown.
        let mediaType: String
        /// Whether this server stores the bytes. A replacement of the picture keeps a stored size only if it contains the size's entry unchanged.
        let isStored: Bool
    }

    package var label: String { alt }
    package var mentions: [Mention] { [] }
}

extension ArtContent {
    private enum CodingKeys: String, CodingKey { case alt, credit, images }

    /// Decodes and validates the value. Throws `APIError` 422 with faults for invalid members.
    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        alt = try draft.text(.alt, limit: 1000)
        credit = try draft.text(.credit, limit: 1000)
        images = try draft.parts(.images, limit: 50, as: Size.self).sorted { $0.position < $1.position }
        draft.checkDistinct(images.map { "\($0.position)" }, .images, "a position")
        try draft.finish()
    }
}

extension ArtContent.Size {
    private enum CodingKeys: String, CodingKey { case position, url, width, height, mediaType, isStored }

    package init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let place = decoder.codingPath.last?.intValue ?? 0
        position = try draft.number(.position, in: 0...Self.lastPosition) ?? Int32(clamping: place)
        isStored = try draft.flag(.isStored)
        let isStored = isStored
        let url = try draft.text(.url, WebAddress.rule) { isStored || WebAddress.isValid($0) }
        draft.check(url != nil, .url, "is missing: send the web address of the picture")
        width = try draft.number(.width, in: 0...100_000) ?? 0
        height = try draft.number(.height, in: 0...100_000) ?? 0
        mediaType = try draft.text(.mediaType, limit: 100, isOneLine: true)
        try draft.finish()
        self.url = url ?? ""
    }

    /// The highest position of a size.
    static let lastPosition: Int32 = 999
}
