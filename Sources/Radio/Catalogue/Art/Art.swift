import Web

/// A picture in one or more sizes.
public struct Art: Sendable, Hashable {
    /// The key of a picture within its installation.
    public struct ID: NumberedID {
        public let rawValue: Int64

        public init(rawValue: Int64) { self.rawValue = rawValue }
    }

    /// One size of it.
    public struct Image: Sendable, Hashable {
        /// Where a client fetches it: an address elsewhere, or a path of this server.
        public let url: String
        /// In pixels; 0 for unknown.
        public let width: Int32
        /// In pixels; 0 for unknown.
        public let height: Int32
        /// Empty for unknown.
        public let mediaType: String

        public init(url: String, width: Int32, height: Int32, mediaType: String) {
            self.url = url
            self.width = width
            self.height = height
            self.mediaType = mediaType
        }
    }

    public let id: ID
    /// What it shows, for those who do not see it.
    public let alt: String
    /// Whom to name beside it.
    public let credit: String
    /// Its sizes, in order.
    public let images: [Image]

    public init(
        id: ID, alt: String, credit: String, images: [Image]
    ) {
        self.id = id
        self.alt = alt
        self.credit = credit
        self.images = images
    }

    /// Where one of its sizes is fetched that is stored here.
    ///
    /// - Parameter version: the first 16 digits of the size's hash: with it the answer may be kept for ever.
    public static func path(of art: ID, at position: Int32, version: String? = nil) -> String {
        "/api/v1/art/\(art)/\(position)" + (version.map { "?v=\($0)" } ?? "")
    }
}
