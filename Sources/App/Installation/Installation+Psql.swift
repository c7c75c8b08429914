import Foundation
import Glibc
import Postgres

extension Installation {
    /// Runs psql in the foreground on the database in use, as the runtime role, and returns its exit status, or 128 + N after signal N. Blocks until
    /// psql ends. Throws `CommandFailure` if psql cannot be started.
    public func runPsql(_ arguments: [String]) throws(CommandFailure) -> Int32 {
        let address: ProgramAddress
        do { address = try ProgramAddress(addresses.runtime.connection) } catch { throw CommandFailure("\(error)") }
        let environment = addresses.runtime.environment(address)
        // With -X, psql does not read a psqlrc file, which could change settings that the isolation of tenants relies on.
        let words = ["psql", "-X", "-d", address.conninfo] + arguments
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var pid: pid_t = 0
        // psql stays in the process group of this process, so that it may read from the terminal.
        let code = posix_spawnp(&pid, "psql", nil, nil, &argv, &envp)
        guard code == 0 else {
            throw CommandFailure(
                """
                psql cannot be started: \(String(cString: strerror(code))). If psql is not installed, install it with \
                `apt-get install postgresql-client`
                """)
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        // WEXITSTATUS, or 128 plus the signal, as in a shell.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
