/// A composition. Its movements are pieces of their own; the part of their names before ": " is the same in each,
/// which is how phones group them (spec N2).
public struct Work: Sendable, Hashable {
    public let composer: String
    public let title: String

    public init(composer: String, title: String) {
        self.composer = composer
        self.title = title
    }
}
