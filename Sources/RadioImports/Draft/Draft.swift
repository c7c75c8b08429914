/// An item read from a source. The stage stores the item's members as JSON under their names in Swift.
public protocol Draft: Sendable, Hashable, Encodable {
    /// The kind's name in reports and in the stage.
    static var kind: StaticString { get }
    /// The item's identifier in the source, which is the same in all files of the source.
    var key: String { get }
    /// Whether another item merely mentions this item. A mention creates a missing row and never changes an existing
    /// row.
    var isMention: Bool { get }
}

extension Draft {
    public var isMention: Bool { false }
}
