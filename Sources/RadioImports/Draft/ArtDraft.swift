/// A picture on another server, in one or more sizes.
public struct ArtDraft: Sendable, Hashable, Encodable {
    /// One size of a picture. The width and the height are in pixels; 0 if unknown.
    public struct Image: Sendable, Hashable, Encodable {
        public var url: String
        public var width: Int32 = 0
        public var height: Int32 = 0
        public var mediaType: String = ""
    }

    public var alt: String = ""
    /// The creator or owner to credit.
    public var credit: String = ""
    public var images: [Image] = []
}
