/// The text of a statement: literals of the program with `$1`, `$2` … between them.
///
/// It is kept as the literals themselves and becomes one string only where it is sent. A statement that is prepared already
/// is found by the addresses of its literals, so that asking again neither builds nor hashes its text.
struct StatementText: Sendable {
    /// `$n` stands behind the n-th of them; those behind the last `$n` follow each other.
    private var literals: [StaticString] = []
    /// How many `$n` there are.
    private var parameters = 0
    /// A text that is not of this form.
    private var made: String?

    init() {}

    init(_ literal: StaticString) { append(literal) }

    init(made: String) { self.made = made }

    /// The text as it is sent. Costs its length.
    var string: String {
        if let made { return made }
        var text: [UInt8] = []
        for (index, literal) in literals.enumerated() {
            literal.withUTF8Buffer { text += $0 }
            if index < parameters { text += "$\(index + 1)".utf8 }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The first literal, with which the text begins.
    var start: StaticString? { made == nil ? literals.first : nil }

    mutating func reserveCapacity(parameters: Int) { literals.reserveCapacity(parameters + 1) }

    mutating func append(_ literal: StaticString) {
        // A literal of one scalar may be that scalar instead of an address.
        if made == nil, literal.hasPointerRepresentation {
            literals.append(literal)
        } else {
            made = string + literal.description
        }
    }

    mutating func appendParameter() {
        if made == nil, literals.count == parameters { literals.append("") }
        if made == nil, literals.count > parameters + 1 { made = string }
        parameters += 1
        if let made { self.made = made + "$\(parameters)" }
    }

    /// Equal for equal literals at the same addresses; not equal for equal text in general.
    var fingerprint: Int {
        if let made { return made.hashValue }
        var hash = UInt(bitPattern: parameters)
        for literal in literals {
            hash = (hash ^ UInt(bitPattern: literal.utf8Start)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29 ^ UInt(bitPattern: literal.utf8CodeUnitCount)
        }
        return Int(bitPattern: hash)
    }

    /// Whether this is the same text from the same place in the program. O(literals), independent of their length.
    func isIdentical(to other: StatementText) -> Bool {
        guard made == nil, other.made == nil else { return made == other.made }
        return parameters == other.parameters
            && literals.elementsEqual(other.literals) { one, other in
                one.utf8Start == other.utf8Start && one.utf8CodeUnitCount == other.utf8CodeUnitCount
            }
    }
}
