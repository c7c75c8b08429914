extension EmbeddedCluster {
    /// The settings for `start`.
    public struct Configuration: Sendable {
        public var directory: DataDirectory
        public var socketDirectory: SocketDirectory
        public var folderEnvironment: FolderEnvironment
        /// The user who runs this process.
        public var user: SystemUser
        /// The user who runs the server.
        public var databaseUser: SystemUser
        /// The absolute path of a program whose `main` calls `Guard.runIfRequested`, normally this program.
        public var guardExecutable = "/proc/self/exe"
        public var settings = ClusterSettings()
        /// The roles that this process's user may use.
        public var roles = Role.allCases.map(\.rawValue)
        /// The longest time to wait for a command that uses the folder, or for the server of a service that is starting.
        public var patience = Duration.seconds(60)

        /// Creates a configuration with all folders taken from the environment. Throws `noUser` if a user or the folder for the data is missing.
        public init(_ folderEnvironment: FolderEnvironment) throws(EmbeddedPostgresError) {
            let user = try SystemUser.current()
            try self.init(folderEnvironment, directory: DataDirectory(folderEnvironment, user: user), user: user)
        }

        /// Creates a configuration with a data folder chosen by the caller. Throws `noUser` if `user` is root and the database user does not exist.
        public init(
            _ folderEnvironment: FolderEnvironment, directory: DataDirectory, user: SystemUser
        ) throws(EmbeddedPostgresError) {
            self.folderEnvironment = folderEnvironment
            self.directory = directory
            self.user = user
            databaseUser = try SystemUser.database(for: user)
            socketDirectory = SocketDirectory(folderEnvironment, data: directory, user: user)
        }
    }
}
