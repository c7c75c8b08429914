import EmbeddedPostgres
import Foundation
import Glibc
import Postgres

/// A client program of PostgreSQL, `pg_dump` or `pg_restore`. Every method blocks.
struct PostgresProgram: Sendable {
    /// The absolute path of the program.
    let path: String
    let address: DatabaseAddress

    /// Starts the program with a socket as its standard input (`reads`) or else as its standard output. The messages of the program go to the
    /// standard error of this process.
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

    /// Runs the program and passes its output to `body` in pieces. Throws `CommandFailure` if the program fails. If `body` throws, ends the program
    /// and throws the error of `body`.
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

    /// Runs the program with the bytes that `source` writes as its input. Throws `CommandFailure` if the program fails or ends before it has read all
    /// bytes. If `source` throws, ends the program and throws the error of `source`.
    func run(_ arguments: [String], feeding source: (_ write: ([UInt8]) throws -> Void) throws -> Void) throws {
        let (child, socket) = try start(arguments, reads: true)
        struct InputClosed: Error {}
        var failure: (any Error)?
        do {
            try source { bytes in
                var sent = 0
                while sent < bytes.count {
                    let count = bytes.withUnsafeBytes { all in
                        send(socket, all.baseAddress.map { $0 + sent }, all.count - sent, Int32(MSG_NOSIGNAL))
                    }
                    if count > 0 { sent += count } else if errno != EINTR { throw InputClosed() }
                }
            }
        } catch {
            failure = error
            // Otherwise the program would treat the part that it has read as the whole dump.
            if !(error is InputClosed) { kill(child.id, SIGTERM) }
        }
        close(socket)
        let status = child.wait()
        if let failure, !(failure is InputClosed) { throw failure }
        try check(status)
        if failure != nil {
            throw CommandFailure(
                "\(path) ended before it had read the whole backup: create an empty database, then restore another backup"
            )
        }
    }

    private func check(_ status: Int32) throws(CommandFailure) {
        guard status == 0 else {
            throw CommandFailure("\(path) failed with status \(status); its messages above give the reason")
        }
    }
}

extension Installation {
    /// Returns a client program of PostgreSQL. Searches `TUTTI_PG_BIN_DIR`, the program folder of the private server, and PATH, in this order. Throws
    /// `CommandFailure` if no folder contains the program.
    func postgresProgram(_ name: String, as address: DatabaseAddress) async throws -> PostgresProgram {
        let folderEnvironment = FolderEnvironment(settings: settings, environment: ProcessInfo.processInfo.environment)
        var folders = folderEnvironment.binaryDirectory.map { [$0] } ?? []
        if cluster != nil, let own = try? await EmbeddedCluster.Configuration(folderEnvironment).programFolder() {
            folders.append(own)
        }
        folders += folderEnvironment.path.split(separator: ":").map(String.init)
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
