/// A composition. Each movement is a separate piece. Phones group pieces by the part of their names before ": ", which is
/// the same for all movements of a work (spec N2).
public struct Work: Sendable, Hashable {
    public let composer: String
    public let title: String

    public init(composer: String, title: String) {
        self.composer = composer
        self.title = title
    }
}
