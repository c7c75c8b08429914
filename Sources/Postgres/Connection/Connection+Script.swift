import CLibpq

/// A running script: its result tables so far, and its first error.
struct ScriptRun {
    let result: Promise<[ResultTable]>
    var tables: [ResultTable] = []
    var error: PostgresError?
}

extension Connection {
    /// Runs a text of several statements in the simple protocol (PostgreSQL §55.2.2), for migrations. The script is one transaction unless it
    /// contains transaction control, and stops at the first error.
    ///
    /// - Returns: the result of each statement.
    /// - Throws: `server` for the first statement that the server refuses; `unavailable` if the connection is not open or is lost; `refused` for a
    ///   text with a NUL byte or with COPY, while another script runs, or if the connection is not in script mode.
    func run(script text: String) async throws(PostgresError) -> [ResultTable] {
        guard state == .open, let handle else { throw .unavailable(reason: "the connection has ended") }
        guard mode.isScript, script == nil else {
            throw .refused(reason: "the connection is running another script, or was not opened for scripts")
        }
        guard !text.utf8.contains(0) else { throw .refused(reason: "the script contains a NUL byte") }
        guard PQsendQuery(handle.pointer, text) == 1 else { throw handle.lastError }
        let result = Promise<[ResultTable]>()
        script = ScriptRun(result: result)
        lastProgress = .now
        watchSilence()
        flush()
        return try await result.value()
    }

    /// Whether a transaction is open and has not failed.
    var isInTransaction: Bool { handle.map { PQtransactionStatus($0.pointer) == PQTRANS_INTRANS } ?? false }

    func readScript(from handle: Handle) {
        while state == .open, let run = script, !handle.isBusy {
            switch handle.nextEvent() {
            case .succeeded(let table?): script?.tables.append(table)
            case .failed(let error): script?.error = run.error ?? error
            case .ended:
                script = nil
                run.result.finish(run.error.map { .failure($0) } ?? .success(run.tables))
            case .succeeded(nil), .skipped, .synced: break
            case nil: end(.refused(reason: "a migration cannot use COPY"))
            }
        }
    }
}
