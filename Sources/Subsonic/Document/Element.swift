/// A piece of an answer, which is written as XML or as JSON: attributes are members there, elements of one name a list.
struct Element: Sendable, Hashable {
    /// A value with its kind, which JSON shows and XML does not.
    enum Value: Sendable, Hashable {
        case text(String)
        case number(Int64)
        case flag(Bool)
    }

    /// What stands within.
    enum Child: Sendable, Hashable {
        /// One element.
        case one(String, Element)
        /// Any number of them; in JSON a list even of none.
        case many(String, [Element])
        /// Elements with nothing but a text.
        case values(String, [Value])
    }

    var attributes: [(name: String, value: Value)] = []
    var children: [Child] = []
    /// In JSON the member `value`.
    var text: String?

    init() {}

    /// Elements of which nothing is known are left out, as the standard has it.
    init(_ attributes: [(String, Value?)], _ children: [Child] = [], text: String? = nil) {
        self.attributes = attributes.compactMap { name, value in value.map { (name: name, value: $0) } }
        self.children = children
        self.text = text
    }

    /// How many elements there are, this one among them.
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

    /// A text; `nil` for an empty one, since nothing is known then.
    init?(known text: String?) {
        guard let text, !text.isEmpty else { return nil }
        self = .text(text)
    }

    /// As XML has it, and JSON where it is no text.
    var plain: String {
        switch self {
        case .text(let text): text
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}
