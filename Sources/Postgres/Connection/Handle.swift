import CLibpq
import Glibc

/// The owner of a `PGconn`. Not Sendable, because each handle stays inside one `Connection`.
final class Handle {
    let pointer: OpaquePointer

    /// Starts to connect; `nil` if libpq is out of memory. Blocks for a host name that was not resolved before (`ConnectionParameters.resolved`).
    init?(connecting keywords: ConnectionParameters.Keywords) {
        let pairs = Array(keywords)
        let names = pairs.map { strdup($0.key) }
        let values = pairs.map { strdup($0.value) }
        defer { (names + values).forEach { free($0) } }
        let started = PQconnectStartParams(
            (names + [nil]).map { UnsafePointer($0) }, (values + [nil]).map { UnsafePointer($0) }, 0)
        guard let started else { return nil }
        pointer = started
        // libpq's default notice processor prints to standard error.
        PQsetNoticeReceiver(pointer, { _, _ in }, nil)
    }

    deinit { PQfinish(pointer) }

    var socket: Int32 { PQsocket(pointer) }
    var isBroken: Bool { PQstatus(pointer) == CONNECTION_BAD }
    /// Whether `PQgetResult` would block.
    var isBusy: Bool { PQisBusy(pointer) == 1 }
    var isIdle: Bool { PQtransactionStatus(pointer) == PQTRANS_IDLE }
    var lastError: PostgresError { .unavailable(reason: PostgresError.line(PQerrorMessage(pointer))) }

    func stopBlocking() -> Bool { PQsetnonblocking(pointer, 1) == 0 }
    func usePipeline() -> Bool { PQenterPipelineMode(pointer) == 1 }

    func prepare(_ name: String, _ statement: SQL) -> Bool {
        PQsendPrepare(pointer, name, statement.text, Int32(statement.binds.count), statement.binds.map(\.type)) == 1
    }

    /// Sends a statement in the extended protocol, and returns whether libpq has accepted it. `name` is `nil` for a statement that is not prepared.
    func execute(_ statement: SQL, named name: String?) -> Bool {
        let count = Int32(statement.binds.count)
        return Parameters.withPointers(to: statement.binds) { values in
            if let name {
                name.withCString { name in PQsendQueryPrepared(pointer, name, count, values, nil, nil, 0) == 1 }
            } else {
                PQsendQueryParams(pointer, statement.text, count, statement.binds.map(\.type), values, nil, nil, 0) == 1
            }
        }
    }

    func notification() -> (channel: String, payload: String)? {
        guard let notify = PQnotifies(pointer) else { return nil }
        defer { PQfreemem(notify) }
        return (String(cString: notify.pointee.relname), String(cString: notify.pointee.extra))
    }
}

/// The values of a statement as C strings, which are valid only while `body` runs.
enum Parameters {
    static func withPointers<Value>(
        to binds: [Bind], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
    ) -> Value {
        guard !binds.isEmpty else { return body(nil) }
        let capacity = binds.reduce(0) { $0 + $1.capacity + 1 }
        return withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { text in
            withUnsafeTemporaryAllocation(of: UnsafePointer<CChar>?.self, capacity: binds.count) { starts in
                var free = text
                for (index, bind) in binds.enumerated() {
                    guard let count = bind.write(to: free) else {
                        starts.initializeElement(at: index, to: nil)
                        continue
                    }
                    free[count] = 0
                    starts.initializeElement(
                        at: index, to: free.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: CChar.self)) })
                    free = UnsafeMutableRawBufferPointer(rebasing: free[(count + 1)...])
                }
                return body(starts.baseAddress)
            }
        }
    }
}
