import Glibc

/// The folder of the server's Unix socket: short, and only for the database user (and root) to enter.
public struct SocketDirectory: Sendable, Hashable {
    public let path: String

    /// The size of `sun_path` (unix(7)), without the terminating zero.
    static let longestPath = 107
    /// There is no TCP, so the number is only a part of the socket's name; libpq's default is as good as any.
    static let port = 5432

    /// A folder given by its path.
    public init(path: String) { self.path = Folder.absolute(path) }

    /// Chooses the folder (spec O1.6): the unit's runtime folder, else the user's runtime folder,
    /// else the temporary folder. All but the first may serve several installations, hence a name made of the data
    /// folder's. A user's runtime folder that is not there or not his (after `su`) is passed over.
    public init(_ surroundings: Surroundings, data: DataDirectory, user: SystemUser) {
        if let runtime = surroundings.runtimeDirectory {
            self.init(path: runtime + "/pg")
        } else if let runtime = surroundings.userRuntimeDirectory, !user.isRoot, access(runtime, W_OK | X_OK) == 0 {
            self.init(path: runtime + "/tutti-" + Self.digest(of: data.path))
        } else {
            self.init(path: surroundings.temporaryDirectory + "/tutti-" + Self.digest(of: data.path))
        }
    }

    /// The socket itself.
    var socket: String { "\(path)/.s.PGSQL.\(Self.port)" }

    /// Refuses a path that no socket can have, before anything is started.
    func check() throws(EmbeddedPostgresError) {
        // The server also makes "<socket>.lock", which is an ordinary file and knows no such limit.
        guard socket.utf8.count <= Self.longestPath else { throw .socketPathTooLong(path: socket) }
    }

    /// Checks the length and makes the folder.
    func make(databaseUser: SystemUser) throws(EmbeddedPostgresError) {
        try check()
        try Folder.makePrivate(path, owner: databaseUser)
    }

    /// Removes the folder after the server, which took its socket along; one that still holds something stays.
    func remove() { rmdir(path) }

    /// FNV-1a, 64 bits: names need to differ, not to be secret; the folder's owner and mode keep others out.
    private static func digest(of path: String) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in path.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }
}
