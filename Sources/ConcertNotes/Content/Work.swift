/// A composition, whose movements are separate pieces. Phones group pieces by the part of their names before ": " (spec N2).
public struct Work: Sendable, Hashable {
    public let composer: String
    public let title: String

    public init(composer: String, title: String) {
        self.composer = composer
        self.title = title
    }
}
