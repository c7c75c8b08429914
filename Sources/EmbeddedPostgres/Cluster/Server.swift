import Logging

/// An initialised cluster that can be started repeatedly. Only the holder of the service lock may use this type.
struct Server: Sendable {
    let logger: Logger
    private let configuration: EmbeddedCluster.Configuration
    private let program: GuardProgram

    /// Checks the folders, finds the programs, and creates the cluster if it does not exist.
    init(
        _ configuration: EmbeddedCluster.Configuration, logger: Logger
    ) async throws(EmbeddedPostgresError) {
        let directory = configuration.directory
        let binaries = try await Binaries.find(
            configuration.folderEnvironment, dataVersion: Initialiser.dataVersion(directory.cluster))
        program = GuardProgram(
            executable: configuration.guardExecutable, user: configuration.user,
            databaseUser: configuration.databaseUser, binaries: binaries.path)
        try await program.checkAccess(of: directory.path)
        try configuration.socketDirectory.make(databaseUser: configuration.databaseUser)
        try await program.checkAccess(of: configuration.socketDirectory.path)
        try directory.makeContents(user: configuration.user, databaseUser: configuration.databaseUser)
        try await Initialiser(
            directory: directory, program: program, isDurable: configuration.settings.isDurable, logger: logger
        ).run(major: binaries.major)
        self.configuration = configuration
        self.logger = logger
    }

    /// Starts the server and waits until it accepts connections. Creates the socket's folder each time, because the system may have removed it.
    func start() async throws(EmbeddedPostgresError) -> Postmaster {
        let directory = configuration.directory
        try configuration.socketDirectory.make(databaseUser: configuration.databaseUser)
        try AccessRules(user: configuration.user.name, roles: configuration.roles).write(to: directory.accessRules)
        let arguments = configuration.settings.arguments(
            socketDirectory: configuration.socketDirectory, accessRules: directory.accessRules)
        return try await Postmaster.start(program, directory: directory, arguments: arguments, logger: logger)
    }
}
