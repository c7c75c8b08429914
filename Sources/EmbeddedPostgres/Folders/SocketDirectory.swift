import Glibc

/// The folder of the server's Unix socket. Only the database user and root can enter the folder, and `check` limits the length of its path.
public struct SocketDirectory: Sendable, Hashable {
    public let path: String

    /// The port in the socket's name, libpq's default. There is no TCP port.
    static let port = 5432

    /// Creates a reference to the folder at `path`, made absolute. Does not create the folder.
    public init(path: String) { self.path = Folder.absolute(path) }

    /// Chooses a folder (spec O1.6) in the unit's runtime folder if it is set, otherwise in the user's runtime folder unless the user is root or
    /// cannot write there, otherwise in the temporary folder. Does not create the folder.
    ///
    /// The last two may serve several installations, so the name there includes a digest of the data folder's path.
    public init(_ folderEnvironment: FolderEnvironment, data: DataDirectory, user: SystemUser) {
        if let runtime = folderEnvironment.runtimeDirectory {
            self.init(path: runtime + "/pg")
        } else if let runtime = folderEnvironment.userRuntimeDirectory, !user.isRoot, access(runtime, W_OK | X_OK) == 0
        {
            self.init(path: runtime + "/tutti-" + Self.digest(of: data.path))
        } else {
            self.init(path: folderEnvironment.temporaryDirectory + "/tutti-" + Self.digest(of: data.path))
        }
    }

    /// The path of the socket.
    var socket: String { "\(path)/.s.PGSQL.\(Self.port)" }

    /// Throws `socketPathTooLong` if the path is too long for a socket. Call this method before starting any process.
    func check() throws(EmbeddedPostgresError) {
        // The server's "<socket>.lock" is an ordinary file without this limit.
        guard socket.utf8.count <= longestSocketPath else { throw .socketPathTooLong(path: socket) }
    }

    /// Checks the length of the path and creates the folder, unless it exists. Throws `socketPathTooLong`, and `unsafeDirectory` if the path exists
    /// and is not a folder that belongs to `databaseUser` and that no other user may enter.
    func make(databaseUser: SystemUser) throws(EmbeddedPostgresError) {
        try check()
        try Folder.makePrivate(path, owner: databaseUser)
    }

    /// Removes the folder if it is empty. Call this method after the server, which removes its socket, has ended.
    func remove() { rmdir(path) }

    /// Returns the 64-bit FNV-1a hash of a path as 16 hexadecimal digits. Owner and mode protect the folder, so its name need not be secret.
    private static func digest(of path: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
