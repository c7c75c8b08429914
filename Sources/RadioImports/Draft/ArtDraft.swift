/// A picture at another's address; the sizes of one picture belong together.
public struct ArtDraft: Sendable, Hashable, Encodable {
    /// One size of it; 0 for a size that is not known.
    public struct Image: Sendable, Hashable, Encodable {
        public var url: String
        public var width: Int32
        public var height: Int32
        public var mediaType: String

        public init(url: String, width: Int32 = 0, height: Int32 = 0, mediaType: String = "") {
            self.url = url
            self.width = width
            self.height = height
            self.mediaType = mediaType
        }
    }

    public var alt: String = ""
    /// Whom to name beside it.
    public var credit: String = ""
    public var images: [Image] = []

    public init() {
    }
}
