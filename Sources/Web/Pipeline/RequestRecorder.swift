import HTTP
import Observability

/// What one event loop tells its exchanges to. An exchange of a kind that was seen before costs a look-up by identity,
/// four stores and the copy of a line: no lock, no allocation.
final class RequestRecorder: ExchangeRecorder {
    /// All that exchanges of one route, realm, method and status have in common.
    private final class Kind {
        let cells: RequestCounts.Cells
        let line: RepeatedLine?

        init(cells: RequestCounts.Cells, line: RepeatedLine?) {
            self.cells = cells
            self.line = line
        }
    }

    private struct Key: Hashable {
        let route: String
        let realm: String
        let method: Method
        let status: Int
    }

    /// A kind found again by the label's identity; the label is held, so that no other can get its address.
    private struct Recent {
        let label: AnswerLabel
        let method: Method
        let status: Int
        let kind: Kind
    }

    /// Kinds kept by name; over it they are made anew, since realms may be many.
    private static let limit = 4096

    private var recent: [Recent?] = Array(repeating: nil, count: 256)
    private var kinds: [Key: Kind] = [:]
    private var counts: RequestCounts
    private var writer: LineWriter?
    private let name: String

    /// - Parameters:
    ///   - writer: `nil` for no lines.
    ///   - name: the field "logger" of the lines.
    init(counts: RequestCounts, writer: consuming LineWriter?, name: String) {
        self.counts = counts
        self.writer = writer
        self.name = name
    }

    func finished(_ exchange: borrowing Exchange) {
        let kind = kind(of: exchange)
        kind.cells.count.increment()
        kind.cells.tenant.increment()
        kind.cells.duration.observe(nanoseconds: exchange.nanoseconds)
        guard let line = kind.line else { return }
        writer?.write(
            line, at: exchange.time, count: UInt64(exchange.bytesSent), nanoseconds: exchange.nanoseconds)
    }

    private func kind(of exchange: borrowing Exchange) -> Kind {
        let address = UInt(bitPattern: ObjectIdentifier(exchange.label).hashValue)
        let place = Int((address >> 4 ^ UInt(exchange.status) ^ UInt(exchange.method.rawValue) << 5) & 255)
        if let known = recent[place], known.label === exchange.label, known.method == exchange.method,
            known.status == exchange.status
        {
            return known.kind
        }
        let kind = named(exchange)
        recent[place] = Recent(
            label: exchange.label, method: exchange.method, status: exchange.status, kind: kind)
        return kind
    }

    private func named(_ exchange: borrowing Exchange) -> Kind {
        let key = Key(
            route: exchange.label.route, realm: exchange.label.realm, method: exchange.method, status: exchange.status)
        if let kind = kinds[key] { return kind }
        if kinds.count >= Self.limit { kinds.removeAll(keepingCapacity: true) }
        let kind = Kind(
            cells: counts.cells(route: key.route, realm: key.realm, method: key.method, status: key.status),
            line: line(of: key))
        kinds[key] = kind
        return kind
    }

    private func line(of key: Key) -> RepeatedLine? {
        guard let format = writer?.format else { return nil }
        return RepeatedLine(
            level: .info, label: name, message: "request",
            metadata: [
                "tenant": .string(key.realm), "route": .string(key.route), "method": .string(key.method.name),
                "status": .stringConvertible(key.status),
            ], count: "bytes", duration: "ms", format: format)
    }
}
