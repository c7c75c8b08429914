import HTTP
import Observability

/// A recorder of the finished exchanges of one event loop. An exchange of a kind in `recent` needs no lock and, without `Forwarded`, no allocation.
final class RequestRecorder: ExchangeRecorder {
    /// The data that all exchanges of one route, realm, method and status share.
    private final class Kind {
        let key: Key
        let cells: RequestCounts.Cells
        let line: RepeatedLine?

        init(_ key: Key, cells: RequestCounts.Cells, line: RepeatedLine?) {
            self.key = key
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

    /// A kind in `recent`, found by the identity of its label, the method and the status. The label is retained, so that its address cannot be
    /// reused. A class, so that a lookup is cheap.
    private final class Recent {
        let label: AnswerLabel
        let kind: Kind

        init(_ label: AnswerLabel, _ kind: Kind) {
            self.label = label
            self.kind = kind
        }
    }

    /// The maximum number of kinds. A full table is emptied, because the number of realms has no limit.
    private static let limit = 4096

    private var recent: [Recent?] = Array(repeating: nil, count: 256)
    private var kinds: [Key: Kind] = [:]
    /// The maximum length of a logged path, in bytes.
    private static let longestPath = 512
    private static let longestAgent = 256
    /// The minimum length of a run of characters in a path that is treated as a secret. Secrets have 43 characters; most names are shorter than 32.
    private static let secretLength = 32

    private var counts: RequestCounts
    // Exclusivity checks are off: each access is one call of a method of `LineWriter`, which never calls the recorder.
    @exclusivity(unchecked) private var writer: LineWriter?
    private let name: String
    private let proxies: TrustedProxies
    private let showsWholeAddresses: Bool
    private let client: LineField
    private let path: LineField
    private let agent: LineField
    private let scratch = UnsafeMutableRawBufferPointer.allocate(
        byteCount: RequestRecorder.longestPath + 64, alignment: 8)

    /// Creates the recorder of one event loop. A `writer` of `nil` writes no log lines.
    init(
        counts: RequestCounts, writer: consuming LineWriter?, name: String, proxies: TrustedProxies,
        showsWholeAddresses: Bool
    ) {
        self.counts = counts
        self.name = name
        self.proxies = proxies
        self.showsWholeAddresses = showsWholeAddresses
        let format = writer?.format ?? .json
        self.writer = writer
        client = LineField("client", format: format)
        path = LineField("path", format: format)
        agent = LineField("agent", isQuoted: true, format: format)
    }

    deinit { scratch.deallocate() }

    func finished(_ exchange: borrowing Exchange) {
        let kind = kind(of: exchange)
        kind.cells.count.increment()
        kind.cells.tenant.increment()
        kind.cells.traffic?.increment()
        kind.cells.duration.observe(nanoseconds: exchange.nanoseconds)
        guard let line = kind.line else { return }
        writer?.begin(line, at: exchange.time)
        // The positions count the words of the `identifiers` in `line(of:)`.
        writer?.set(exchange.id.bits.hexadecimalDigits, at: 0, of: line)
        writer?.set(exchange.trace.upper.hexadecimalDigits, at: 1, of: line)
        writer?.set(exchange.trace.lower.hexadecimalDigits, at: 2, of: line)
        addFields(of: exchange)
        writer?.end(line, count: UInt64(exchange.bytesSent), nanoseconds: exchange.nanoseconds)
    }

    private func addFields(of exchange: borrowing Exchange) {
        let bytes = scratch.bindMemory(to: UInt8.self)
        func text(_ count: Int) -> UnsafeBufferPointer<UInt8> { UnsafeBufferPointer(rebasing: bytes[..<count]) }
        writer?.add(client, plain: text(write(proxies.client(of: exchange), to: bytes)))
        if exchange.path.count >= Self.secretLength {
            writer?.add(path, escaping: text(Self.write(path: exchange.path, to: bytes)), limit: Self.longestPath)
        } else if !exchange.path.isEmpty {
            writer?.add(path, escaping: exchange.path, limit: Self.longestPath)
        }
        if !exchange.userAgent.isEmpty {
            writer?.add(agent, escaping: exchange.userAgent, limit: Self.longestAgent)
        }
    }

    /// Writes the network of an address, such as "203.0.113.0/24" or "2001:db8:1::/48", because it does not identify a person. With
    /// `showsWholeAddresses`, writes the whole address. Returns the number of bytes written.
    private func write(_ address: IPAddress, to buffer: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let isIPv4 = address.ipv4 != nil
        let shown = showsWholeAddresses ? address : address.masked(to: isIPv4 ? 24 : 48)
        let count = shown.writeText(to: buffer)
        guard !showsWholeAddresses else { return count }
        buffer[count] = UInt8(ascii: "/")
        buffer[count + 1] = UInt8(ascii: isIPv4 ? "2" : "4")
        buffer[count + 2] = UInt8(ascii: isIPv4 ? "4" : "8")
        return count + 3
    }

    /// Writes the path to the buffer, with three dots in place of each run of characters that is long enough for a secret. Returns the number of
    /// bytes written; it is above `longestPath` if the path is too long. A run that begins before `longestPath` is read far enough to be recognised.
    private static func write(
        path: UnsafeBufferPointer<UInt8>, to buffer: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        var runStart = 0
        var index = 0
        while index < path.count, count <= longestPath + secretLength {
            let byte = path[index]
            buffer[count] = byte
            count += 1
            index += 1
            guard isOfSecret(byte) else {
                runStart = count
                continue
            }
            guard count - runStart == secretLength else { continue }
            while index < path.count, isOfSecret(path[index]) { index += 1 }
            count = runStart
            for _ in 0..<3 {
                buffer[count] = UInt8(ascii: ".")
                count += 1
            }
            runStart = count
        }
        return count
    }

    /// Returns whether a byte can occur in a secret in base64url, hexadecimal or percent-encoding.
    private static func isOfSecret(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "%"): true
        default: false
        }
    }

    private func kind(of exchange: borrowing Exchange) -> Kind {
        let address = UInt(bitPattern: ObjectIdentifier(exchange.label))
        let place = Int((address >> 4 ^ UInt(exchange.status) ^ UInt(exchange.method.rawValue) << 5) & 255)
        if let known = recent[place], known.label === exchange.label, known.kind.key.method == exchange.method,
            known.kind.key.status == exchange.status
        {
            return known.kind
        }
        let kind = named(exchange)
        recent[place] = Recent(exchange.label, kind)
        return kind
    }

    private func named(_ exchange: borrowing Exchange) -> Kind {
        let key = Key(
            route: exchange.label.route, realm: exchange.label.realm, method: exchange.method, status: exchange.status)
        if let kind = kinds[key] { return kind }
        if kinds.count >= Self.limit { kinds.removeAll(keepingCapacity: true) }
        let kind = Kind(
            key,
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
            ], identifiers: [("request.id", 1), ("trace.id", 2)], count: "bytes", duration: "ms", format: format)
    }
}
