/// One element of a document that was read.
///
/// Names are as written, prefix included; namespace declarations are not kept as attributes. Comments and
/// processing instructions are left out.
public struct XMLElement: Sendable, Hashable {
    /// The name, `prefix:local` where a prefix was written.
    public let name: String
    /// The attributes by name.
    public internal(set) var attributes: [String: String] = [:]
    /// The elements inside, in order.
    public internal(set) var children: [XMLElement] = []
    /// The character data directly inside, joined and not trimmed; that of the children is theirs.
    public internal(set) var text = ""
    /// The line of the start tag's end, 1-based.
    public let line: Int

    init(name: String, line: Int) {
        self.name = name
        self.line = line
    }

    /// The children of this name, in order.
    public func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// The first child of this name.
    public func child(named name: String) -> XMLElement? { children.first { $0.name == name } }
}
