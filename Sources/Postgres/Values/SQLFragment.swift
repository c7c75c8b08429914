/// A part of a statement that several statements share. As in `SQL`, its text is literals of the program only, and its interpolated values are binds:
///
/// ```swift
/// static func rows(of tenant: TenantID) -> SQLFragment { "from app.show where tenant_id = \(tenant)" }
/// let count: SQL = "select count(*) \(rows(of: tenant))"
/// ```
///
/// A statement with a fragment may be stored as one text, and finding its prepared statement then costs a hash of the text (decision 0061).
public struct SQLFragment: Sendable, ExpressibleByStringInterpolation {
    enum Piece: Sendable {
        case literal(StaticString)
        case bind(Bind)
    }

    let pieces: [Piece]

    /// Creates a fragment without values.
    public init(stringLiteral value: StaticString) { pieces = [.literal(value)] }

    /// Creates a fragment from a literal with interpolations.
    public init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    /// The collector of a fragment's literal text and binds.
    public struct StringInterpolation: StringInterpolationProtocol {
        var pieces: [Piece] = []

        public init(literalCapacity: Int, interpolationCount: Int) {}

        public mutating func appendLiteral(_ literal: StaticString) { pieces.append(.literal(literal)) }

        public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
            pieces.append(.bind(value.bind))
        }

        /// Inserts a literal of the program as text, such as the name of a table or column.
        public mutating func appendInterpolation(name: StaticString) { appendLiteral(name) }

        /// Inserts another fragment.
        public mutating func appendInterpolation(_ fragment: SQLFragment) { pieces += fragment.pieces }
    }
}

extension SQL.StringInterpolation {
    /// Inserts a fragment.
    public mutating func appendInterpolation(_ fragment: SQLFragment) {
        for piece in fragment.pieces {
            switch piece {
            case .literal(let literal): appendLiteral(literal)
            case .bind(let bind): append(bind)
            }
        }
    }
}
