import Glibc

/// A user from the operating system's user database.
public struct SystemUser: Sendable, Hashable {
    public let name: String
    public let id: uid_t
    public let group: gid_t

    /// Returns the effective user of this process. Throws `noUser` if the user has no name, which PostgreSQL needs.
    public static func current() throws(EmbeddedPostgresError) -> SystemUser {
        let id = geteuid()
        let found = lookup { entry, buffer, size, result in getpwuid_r(id, entry, buffer, size, result) }
        guard let found else {
            throw .noUser(
                "The user ID \(id) has no name in /etc/passwd, and PostgreSQL needs a name. "
                    + "Add the user to /etc/passwd, or run Tutti as another user.")
        }
        return found
    }

    /// Returns the user with this name; `nil` if there is none.
    public static func named(_ name: String) -> SystemUser? {
        lookup { entry, buffer, size, result in getpwnam_r(name, entry, buffer, size, result) }
    }

    /// Returns the user who owns and runs the database: `user`; or the user called `name` if `user` is root, because PostgreSQL refuses to run as
    /// root. Throws `noUser` if `user` is root and no user is called `name`.
    public static func database(
        named name: String = "postgres", for user: SystemUser
    ) throws(EmbeddedPostgresError) -> SystemUser {
        guard user.isRoot else { return user }
        guard let database = named(name) else {
            throw .noUser(
                """
                PostgreSQL does not run as root, and the user \(name) does not exist. \
                Install PostgreSQL, which creates the user, with: apt-get install -y --no-install-recommends postgresql
                """)
        }
        return database
    }

    /// Whether the user is root.
    public var isRoot: Bool { id == 0 }

    private static func lookup(
        _ call: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> Int32
    ) -> SystemUser? {
        var entry = passwd()
        var result: UnsafeMutablePointer<passwd>?
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16_384) { buffer in
            guard let base = buffer.baseAddress, call(&entry, base, buffer.count, &result) == 0, result != nil else {
                return nil
            }
            return SystemUser(name: String(cString: entry.pw_name), id: entry.pw_uid, group: entry.pw_gid)
        }
    }
}
