/// An element of a document.
///
/// Names include the prefix as written, or the prefix that the caller of the reader chose for the namespace. The attributes do not include namespace
/// declarations. Comments and processing instructions are omitted.
public struct XMLElement: Sendable, Hashable {
    /// The name, as `prefix:local` if it has a prefix.
    public let name: String
    /// The values of the attributes, with references resolved, by name.
    public internal(set) var attributes: [String: String] = [:]
    /// The child elements, in order.
    public internal(set) var children: [XMLElement] = []
    /// The character data directly inside the element, joined and not trimmed, without the character data of the children.
    public internal(set) var text = ""
    /// The line on which the start tag ends, from 1.
    public let line: Int

    init(name: String, line: Int) {
        self.name = name
        self.line = line
    }

    /// Returns the children with this name, in order.
    public func children(named name: String) -> [XMLElement] { children.filter { $0.name == name } }

    /// Returns the first child with this name; `nil` if there is none.
    public func child(named name: String) -> XMLElement? { children.first { $0.name == name } }
}
