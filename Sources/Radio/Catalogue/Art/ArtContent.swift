import Web

/// What programmers say of a picture: its words and its sizes, elsewhere or stored here.
struct ArtContent: CatalogueContent {
    let alt: String
    let credit: String
    let images: [Size]

    /// One size of it.
    struct Size: Codable, Sendable, Hashable {
        /// Its place among the sizes, and in its path where it is stored here.
        let position: Int32
        let url: String
        /// In pixels; 0 for unknown.
        let width: Int32
        let height: Int32
        /// Empty for unknown.
        let mediaType: String
        /// Whether its bytes were sent here. Such a one is kept by sending it back as it is.
        let isStored: Bool
    }

    var label: String { alt }
    var mentions: [Mention] { [] }
}

extension ArtContent {
    private enum CodingKeys: String, CodingKey { case alt, credit, images }

    /// Throws 422 that names every member at fault.
    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        alt = try draft.words(.alt, limit: 1000)
        credit = try draft.words(.credit, limit: 1000)
        images = try draft.parts(.images, limit: 50, as: Size.self).sorted { $0.position < $1.position }
        draft.check(Set(images.map(\.position)).count == images.count, .images, "must not repeat a position")
        try draft.finish()
    }
}

extension ArtContent.Size {
    private enum CodingKeys: String, CodingKey { case position, url, width, height, mediaType, isStored }

    init(from decoder: any Decoder) throws {
        var draft = try DraftReader<CodingKeys>(decoder)
        let place = decoder.codingPath.last?.intValue ?? 0
        position = try draft.number(.position, in: 0...Self.lastPosition) ?? Int32(clamping: place)
        isStored = try draft.flag(.isStored)
        let isStored = isStored
        let url = try draft.text(.url, WebAddress.rule) { isStored || WebAddress.isValid($0) }
        draft.check(url != nil, .url, "is missing")
        width = try draft.number(.width, in: 0...100_000) ?? 0
        height = try draft.number(.height, in: 0...100_000) ?? 0
        mediaType = try draft.words(.mediaType, limit: 100, isOneLine: true)
        try draft.finish()
        self.url = url ?? ""
    }

    /// Of the sizes of one picture.
    static let lastPosition: Int32 = 999
}
