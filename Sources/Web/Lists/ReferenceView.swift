/// The ID and name of another resource, as included in a response.
public struct ReferenceView: Encodable, Sendable, Hashable {
    public let id: String
    public let name: String
    /// The source of the name in responses of the music library, such as "soundcloud" (spec L38); `nil`, and omitted, elsewhere.
    public let origin: String?

    public init(id: String, name: String, origin: String? = nil) {
        (self.id, self.name, self.origin) = (id, name, origin)
    }
}
