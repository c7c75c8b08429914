/// An element of a document.
///
/// Names include the prefix as written. In the name of an element, the reader's caller may choose another prefix for a namespace. Namespace
/// declarations, comments and processing instructions are omitted.
public struct XMLElement: Sendable, Hashable {
    /// The name, such as `prefix:local`.
    public let name: String
    /// The values of the attributes by name, with references resolved.
    public internal(set) var attributes: [String: String] = [:]
    public internal(set) var children: [XMLElement] = []
    /// The character data directly inside the element, joined and not trimmed.
    public internal(set) var text = ""
    /// The line on which the start tag ends, from 1.
    public let line: Int

    init(name: String, line: Int) {
        self.name = name
        self.line = line
    }

    /// Returns the children with this name, in order.
    public func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// Returns the first child with this name; `nil` for none.
    public func child(named name: String) -> XMLElement? { children.first { $0.name == name } }
}
