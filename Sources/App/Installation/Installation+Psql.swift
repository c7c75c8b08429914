import Foundation
import Glibc
import Postgres

extension Installation {
    /// Runs psql in the foreground on the database in use, as the runtime role; its exit status.
    ///
    /// - Throws: `CommandFailure` when there is no psql.
    public func runPsql(_ arguments: [String]) throws(CommandFailure) -> Int32 {
        let address: ProgramAddress
        do { address = try ProgramAddress(addresses.runtime.connection) } catch { throw CommandFailure("\(error)") }
        let environment = addresses.runtime.environment(address)
        // -X: the person's own psqlrc may set what the wall relies on.
        let words = ["psql", "-X", "-d", address.conninfo] + arguments
        var argv: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (argv + envp).forEach { free($0) } }
        var pid: pid_t = 0
        // In our own process group, so that it may read the terminal.
        let code = posix_spawnp(&pid, "psql", nil, nil, &argv, &envp)
        guard code == 0 else {
            throw CommandFailure("psql cannot be started: install it with `apt-get install postgresql-client`")
        }
        var status: Int32 = 0
        while waitpid(pid, &status, 0) < 0, errno == EINTR {}
        // WEXITSTATUS, or 128 and the signal as shells have it.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }
}
