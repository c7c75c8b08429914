extension EmbeddedCluster {
    /// The settings for `start`.
    public struct Configuration: Sendable {
        public var directory: DataDirectory
        public var socketDirectory: SocketDirectory
        public var surroundings: Surroundings
        /// The user of this process.
        public var user: SystemUser
        /// The user who runs the server.
        public var databaseUser: SystemUser
        /// The absolute path of a program whose `main` calls `Guard.runIfAsked`, normally this program.
        public var guardExecutable = "/proc/self/exe"
        public var settings = ClusterSettings()
        /// The roles that this process's user may use.
        public var roles = Role.allCases.map(\.rawValue)
        /// How long to wait for a command that uses the folder.
        public var patience = Duration.seconds(60)

        /// Determines all folders from the environment.
        public init(_ surroundings: Surroundings) throws(EmbeddedPostgresError) {
            let user = try SystemUser.current()
            try self.init(surroundings, directory: DataDirectory(surroundings, user: user), user: user)
        }

        /// Uses a data folder chosen by the caller.
        public init(
            _ surroundings: Surroundings, directory: DataDirectory, user: SystemUser
        ) throws(EmbeddedPostgresError) {
            self.surroundings = surroundings
            self.directory = directory
            self.user = user
            databaseUser = try SystemUser.database(for: user)
            socketDirectory = SocketDirectory(surroundings, data: directory, user: user)
        }
    }
}
