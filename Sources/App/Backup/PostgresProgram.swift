import EmbeddedPostgres
import Foundation
import Glibc
import Postgres

/// `pg_dump` and `pg_restore`: where they are, and how they are run on a database in one role. Every call blocks.
struct PostgresProgram: Sendable {
    /// The absolute path.
    let path: String
    let address: DatabaseAddress

    /// Starts the program with its output, or its input, on a socket of ours. Its messages go to our standard error.
    private func start(
        _ arguments: [String], reads: Bool
    ) throws -> (child: EmbeddedPostgres.ChildProcess, socket: Int32) {
        let words = try ProgramAddress(address.connection)
        let environment = address.environment(words)
        let pair = try SocketPair()
        defer { close(pair.theirs) }
        do {
            let child = try EmbeddedPostgres.ChildProcess.start(
                path, arguments + ["--no-password", "--dbname", words.conninfo],
                environment: environment.map { "\($0.key)=\($0.value)" },
                EmbeddedPostgres.ChildProcess.Descriptors(
                    input: reads ? pair.theirs : nil, output: reads ? nil : pair.theirs, error: STDERR_FILENO))
            return (child, pair.ours)
        } catch {
            close(pair.ours)
            throw error
        }
    }

    /// Runs it and hands what it prints to `body`. When `body` throws, the program is ended.
    func run(_ arguments: [String], reading body: ([UInt8]) throws -> Void) throws {
        let (child, socket) = try start(arguments, reads: false)
        var failure: (any Error)?
        var buffer = [UInt8](repeating: 0, count: 256 << 10)
        while true {
            let count = read(socket, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            do { try body(Array(buffer[..<count])) } catch {
                failure = error
                kill(child.id, SIGTERM)
                break
            }
        }
        close(socket)
        let status = child.wait()
        if let failure { throw failure }
        try check(status)
    }

    /// Runs it and feeds it what `source` gives, until that ends or the program does.
    func run(_ arguments: [String], feeding source: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let (child, socket) = try start(arguments, reads: true)
        struct Gone: Error {}
        var failure: (any Error)?
        do {
            try source { bytes in
                var sent = 0
                while sent < bytes.count {
                    let count = bytes.withUnsafeBytes { all in
                        send(socket, all.baseAddress.map { $0 + sent }, all.count - sent, Int32(MSG_NOSIGNAL))
                    }
                    if count > 0 { sent += count } else if errno != EINTR { throw Gone() }
                }
            }
        } catch {
            failure = error
            // What it has read so far must not look like a whole dump.
            if !(error is Gone) { kill(child.id, SIGTERM) }
        }
        close(socket)
        let status = child.wait()
        if let failure, !(failure is Gone) { throw failure }
        try check(status)
        if failure != nil { throw CommandFailure("\(path) ended before it had read the whole backup") }
    }

    private func check(_ status: Int32) throws(CommandFailure) {
        guard status == 0 else {
            throw CommandFailure("\(path) ended with status \(status); its messages are above")
        }
    }
}

extension Installation {
    /// One of PostgreSQL's client programs: in the folder of `TUTTI_PG_BIN_DIR`, that of the private server's own version,
    /// or the first on the path.
    func postgresProgram(_ name: String, as address: DatabaseAddress) async throws -> PostgresProgram {
        let surroundings = Surroundings(settings: settings, environment: ProcessInfo.processInfo.environment)
        var folders = surroundings.binaryDirectory.map { [$0] } ?? []
        if cluster != nil, let own = try? await EmbeddedCluster.Configuration(surroundings).programFolder() {
            folders.append(own)
        }
        folders += surroundings.path.split(separator: ":").map(String.init)
        guard let folder = folders.first(where: { access("\($0)/\(name)", X_OK) == 0 }) else {
            throw CommandFailure(
                """
                \(name) was not found in \(folders.joined(separator: ", ")): install it with `apt-get install \
                postgresql-client`, or name its folder in TUTTI_PG_BIN_DIR
                """)
        }
        let absolute = folder.hasPrefix("/") ? folder : FileManager.default.currentDirectoryPath + "/" + folder
        return PostgresProgram(path: "\(absolute)/\(name)", address: address)
    }
}
