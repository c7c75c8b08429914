/// One thing that a source says, of one kind. Its members are staged as JSON, by their names.
public protocol Draft: Sendable, Hashable, Encodable {
    /// The kind's name in reports and in the stage.
    static var kind: StaticString { get }
    /// What the source calls it; the same in every file of one source.
    var key: String { get }
    /// Only mentioned by another item: it is made where nobody knows it yet, and changes nothing of one that is there.
    var isMention: Bool { get }
}

extension Draft {
    public var isMention: Bool { false }
}
