/// The guard binary, which becomes the database user and runs PostgreSQL's programs.
struct GuardProgram: Sendable {
    /// The absolute path of the binary whose `main` calls `Guard.runIfRequested`.
    let executable: String
    let user: SystemUser
    let databaseUser: SystemUser
    /// The folder of PostgreSQL's programs.
    let binaries: String

    /// The user to become; `nil` if this process already runs as that user.
    private var userToBecome: String? { user == databaseUser ? nil : databaseUser.name }

    /// The complete environment of PostgreSQL. Nothing is inherited, because `PG…` and locale variables would change PostgreSQL's behaviour.
    var environment: [String] { ["LC_ALL=C.UTF-8", "PATH=\(binaries):/usr/bin:/bin"] }

    /// Runs one of PostgreSQL's programs, named without its folder, until it ends, and returns its output (both streams) and exit status. The limit
    /// of `ChildProcess.output` applies to `input`.
    func run(
        _ program: String, _ arguments: [String], input: String = ""
    ) async throws(EmbeddedPostgresError) -> (text: String, status: Int32) {
        let request = GuardRequest(.run, user: userToBecome, ["\(binaries)/\(program)"] + arguments)
        return try await ChildProcess.output(
            of: executable, request.arguments, environment: environment, input: input)
    }

    /// Throws `unreachable` if the database user cannot enter the folder `path`. The error names the first folder on the way that the user cannot
    /// enter.
    func checkAccess(of path: String) async throws(EmbeddedPostgresError) {
        let request = GuardRequest(.reach, user: userToBecome, [path])
        let result = try await ChildProcess.output(of: executable, request.arguments, environment: environment)
        guard result.status == 0 else {
            throw .startFailed(
                reason: "the guard process \(executable) ended with status \(result.status)", log: result.text)
        }
        guard result.text.isEmpty else {
            throw .unreachable(path: path, obstacle: result.text, user: databaseUser.name)
        }
    }

    /// Starts a guard that runs one of PostgreSQL's programs, named without its folder. The guard writes the program's output to the file `log`, and
    /// shuts the program down when this process ends.
    func keep(
        _ program: String, _ arguments: [String], log: String
    ) throws(EmbeddedPostgresError) -> GuardedProcess {
        let request = GuardRequest(.keep(log: log), user: userToBecome, ["\(binaries)/\(program)"] + arguments)
        return try GuardedProcess(executable, request.arguments, environment: environment)
    }
}
