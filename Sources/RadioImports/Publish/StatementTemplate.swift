import Postgres

/// The text of an SQL statement with placeholders for the values of an import.
///
/// `Publication.statement` adds the values. Like `SQL`, a template accepts only literals of the program, so source data cannot become part of the
/// text.
struct StatementTemplate: Sendable, ExpressibleByStringInterpolation {
    enum Parameter: Sendable { case tenant, source, now, timeZone, isSpan, isWhole }

    enum Piece: Sendable {
        case text(StaticString)
        case value(Parameter)
    }

    let pieces: [Piece]

    init(stringLiteral value: StaticString) { pieces = [.text(value)] }

    init(stringInterpolation: StringInterpolation) { pieces = stringInterpolation.pieces }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var pieces: [Piece] = []

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ literal: StaticString) {
            if literal.utf8CodeUnitCount > 0 { pieces.append(.text(literal)) }
        }

        mutating func appendInterpolation(_ parameter: Parameter) { pieces.append(.value(parameter)) }

        mutating func appendInterpolation(_ name: StaticString) { appendLiteral(name) }

        /// Appends a part of the statement; nothing for `nil`.
        mutating func appendInterpolation(_ part: StatementTemplate?) { pieces += part?.pieces ?? [] }

        mutating func appendInterpolation(_ parts: [StatementTemplate], joined separator: StaticString) {
            for (index, part) in parts.enumerated() {
                if index > 0 { appendLiteral(separator) }
                pieces += part.pieces
            }
        }
    }
}

extension StatementTemplate: CustomStringConvertible {
    /// The text with parameters as psql variables, such as `:tenant`.
    var description: String {
        pieces.map { piece in
            switch piece {
            case .text(let text): text.description
            case .value(let parameter): ":\(parameter)"
            }
        }.joined()
    }
}
