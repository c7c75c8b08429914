/// An item read from a source. The table `app.radio_stage` stores its properties as JSON members of the same names.
public protocol Draft: Sendable, Hashable, Encodable {
    /// The name of the kind in reports and in the table `app.radio_stage`.
    static var kind: StaticString { get }
    /// The item's identifier, which is the same in all files of the source. Segments have no identifier, so their key is that of the broadcast.
    var key: String { get }
    /// Whether the source only mentions this item in another item. A mention creates a missing row but never changes an existing row.
    var isMention: Bool { get }
}

extension Draft {
    public var isMention: Bool { false }
}
