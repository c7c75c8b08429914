/// The database's access rules (spec O1.5): connections use the Unix socket only, and `roles` are open only to the user that runs the service.
/// Nobody, not even root, can connect as the database's superuser.
///
/// The files are outside the cluster and are rewritten at each start, because the service's user may change.
struct AccessRules: Sendable {
    /// The name of the operating system's user who runs the service.
    let user: String
    /// The roles that this user may use.
    let roles: [String]

    /// The content of pg_hba.conf (PostgreSQL §21.1).
    var hostBased: String {
        """
        # Written by tutti at each start.
        local all all peer map=own
        local replication \(Role.dump.rawValue) peer map=own

        """
    }

    /// The content of pg_ident.conf (PostgreSQL §21.2). The user's name is quoted, so that no character has a special meaning.
    var identity: String {
        "# Written by tutti at each start.\n" + roles.map { "own \"\(user)\" \($0)\n" }.joined()
    }

    static func hostBasedFile(in folder: String) -> String { folder + "/pg_hba.conf" }
    static func identityFile(in folder: String) -> String { folder + "/pg_ident.conf" }

    /// Writes both files, readable by the database user.
    func write(to folder: String) throws(EmbeddedPostgresError) {
        try Folder.write(hostBased, to: Self.hostBasedFile(in: folder), mode: 0o644)
        try Folder.write(identity, to: Self.identityFile(in: folder), mode: 0o644)
    }
}
