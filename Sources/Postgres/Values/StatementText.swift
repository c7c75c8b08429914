/// The text of a statement, made of literals of the program with `$1`, `$2` … between them.
///
/// The literals are joined only for sending. Their addresses find a prepared statement, so running it again neither builds nor hashes the text.
struct StatementText: Sendable {
    /// The literals, in order. `$n` follows the n-th literal; literals after the last `$n` follow each other.
    private var literals: [StaticString] = []
    private var parameters = 0
    /// The whole text, if it is not stored as separate literals, for example because the statement has a fragment.
    private var made: String?

    init() {}

    init(_ literal: StaticString) { append(literal) }

    init(made: String) { self.made = made }

    /// The text as sent to the server, in O(length).
    var string: String {
        if let made { return made }
        var text: [UInt8] = []
        for (index, literal) in literals.enumerated() {
            literal.withUTF8Buffer { text += $0 }
            if index < parameters { text += "$\(index + 1)".utf8 }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// The first literal; `nil` if the text is empty or not stored as separate literals.
    var start: StaticString? { made == nil ? literals.first : nil }

    mutating func reserveCapacity(parameters: Int) { literals.reserveCapacity(parameters + 1) }

    mutating func append(_ literal: StaticString) {
        // A literal of a single scalar may be stored as that scalar instead of an address.
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

    /// A hash of the addresses and lengths of the literals, or of a text that is not stored as separate literals.
    var fingerprint: Int {
        if let made { return made.hashValue }
        var hash = UInt(bitPattern: parameters)
        for literal in literals {
            hash = (hash ^ UInt(bitPattern: literal.utf8Start)) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29 ^ UInt(bitPattern: literal.utf8CodeUnitCount)
        }
        return Int(bitPattern: hash)
    }

    /// Returns whether both texts consist of the same literals at the same addresses, or are equal if not stored as literals.
    func isIdentical(to other: StatementText) -> Bool {
        guard made == nil, other.made == nil else { return made == other.made }
        return parameters == other.parameters
            && literals.elementsEqual(other.literals) { one, other in
                one.utf8Start == other.utf8Start && one.utf8CodeUnitCount == other.utf8CodeUnitCount
            }
    }
}
