/// An element of a response. In JSON, an element becomes an object, its attributes become members, and a list of elements becomes an array.
struct Element: Sendable, Hashable {
    /// A value with its type, which JSON distinguishes.
    enum Value: Sendable, Hashable {
        case text(String)
        case number(Int64)
        case flag(Bool)
    }

    /// A child of an element, or several children with one name.
    enum Child: Sendable, Hashable {
        case one(String, Element)
        /// Any number of elements, an array in JSON even if there are none.
        case many(String, [Element])
        /// Elements that contain only text.
        case values(String, [Value])
    }

    var attributes: [(name: String, value: Value)] = []
    var children: [Child] = []
    /// The text content, which becomes the member `value` in JSON.
    var text: String?

    init() {}

    /// Creates an element without the attributes whose value is `nil`, as the protocol requires.
    init(_ attributes: [(String, Value?)], _ children: [Child] = [], text: String? = nil) {
        self.attributes = attributes.compactMap { name, value in value.map { (name: name, value: $0) } }
        self.children = children
        self.text = text
    }

    /// The number of elements, including this one. O(n).
    var size: Int {
        1
            + children.reduce(0) { sum, child in
                switch child {
                case .one(_, let element): sum + element.size
                case .many(_, let elements): sum + elements.reduce(0) { $0 + $1.size }
                case .values(_, let values): sum + values.count
                }
            }
    }

    static func == (one: Element, other: Element) -> Bool {
        one.children == other.children && one.text == other.text
            && one.attributes.elementsEqual(other.attributes) { $0.name == $1.name && $0.value == $1.value }
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(children)
        hasher.combine(text)
        for attribute in attributes {
            hasher.combine(attribute.name)
            hasher.combine(attribute.value)
        }
    }
}

extension Element.Value: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral {
    init(stringLiteral value: String) { self = .text(value) }
    init(booleanLiteral value: Bool) { self = .flag(value) }
    init(integerLiteral value: Int64) { self = .number(value) }

    /// Creates a text value; `nil` if the text is missing or empty, that is, unknown.
    init?(known text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self = .text(text)
    }

    /// The value as XML text, and for numbers and flags also as JSON text.
    var plain: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}
