import Glibc
import Logging

/// The creation of the cluster's folder, which happens once (spec O1.4).
struct Initialiser: Sendable {
    let directory: DataDirectory
    let program: GuardProgram
    let isDurable: Bool
    let logger: Logger

    /// The name of the installation's database.
    static let database = "tutti"

    /// Returns the major version of the data in a cluster's folder; `nil` if there is none.
    static func dataVersion(_ cluster: String) -> String? {
        Folder.text(of: cluster + "/PG_VERSION")?.split(separator: "\n").first.map(String.init)
    }

    /// Creates the cluster if it does not exist. Throws `wrongVersion` for one of another major version, `initialisationFailed` if a program fails.
    ///
    /// The cluster is created in a temporary folder, which is renamed at the end, so that a killed process leaves no incomplete cluster.
    func run(major: String) async throws(EmbeddedPostgresError) {
        removeDrafts()
        if let version = Self.dataVersion(directory.cluster) {
            guard version == major else {
                throw .wrongVersion(path: directory.cluster, data: version, programs: major)
            }
            return
        }
        logger.notice("making the database", metadata: ["folder": "\(directory.cluster)"])
        let draft = "\(directory.cluster).new-\(getpid())"
        try Folder.makePrivate(draft, owner: program.databaseUser)
        try await initialise(draft)
        try await makeRoles(draft)
        guard rename(draft, directory.cluster) == 0 else { throw systemFailure("rename", draft) }
        if isDurable { Folder.sync(directory.path) }
    }

    /// Removes the temporary folders that killed or failed runs left. The caller must hold the lock of the data directory.
    private func removeDrafts() {
        for name in Folder.names(in: directory.path) where name.hasPrefix("pg.new-") {
            Folder.remove("\(directory.path)/\(name)")
        }
    }

    private func initialise(_ draft: String) async throws(EmbeddedPostgresError) {
        var arguments = [
            "-D", draft, "-U", "postgres", "-E", "UTF8", "--locale=C.UTF-8", "--lc-messages=C", "-A", "peer",
            "--data-checksums", "--no-instructions",
        ]
        if !isDurable { arguments.append("--no-sync") }
        let result = try await program.run("initdb", arguments)
        guard result.status == 0 else { throw .initialisationFailed(output: result.text) }
    }

    /// Creates the roles and the database in single-user mode, which opens no socket and needs no access rule for the superuser.
    private func makeRoles(_ draft: String) async throws(EmbeddedPostgresError) {
        var arguments = ["--single", "-j", "-D", draft, "-c", "exit_on_error=true", "-c", "log_checkpoints=off"]
        if !isDurable { arguments.append("-F") }
        let result = try await program.run("postgres", arguments + ["template1"], input: Bootstrap.statements)
        guard result.status == 0 else { throw .initialisationFailed(output: result.text) }
    }
}
