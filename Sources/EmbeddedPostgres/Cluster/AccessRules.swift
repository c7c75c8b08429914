/// Who may connect (spec O1.5): over the Unix socket only, and as the three roles only the user that
/// the service runs as. Not even root gets to be the database's superuser.
///
/// The files live outside the cluster and are written anew at each start, since the service's user may change and a
/// backup should not carry them.
struct AccessRules: Sendable {
    /// The operating system's user.
    let user: String
    /// Roles he may take.
    let roles: [String]

    /// pg_hba.conf (PostgreSQL §21.1).
    var hostBased: String {
        """
        # Written by tutti at each start.
        local all all peer map=own
        local replication \(Role.dump.rawValue) peer map=own

        """
    }

    /// pg_ident.conf (§21.2). Quoted, so that no character of a user's name means anything.
    var identity: String {
        "# Written by tutti at each start.\n" + roles.map { "own \"\(user)\" \($0)\n" }.joined()
    }

    static func hostBasedFile(in folder: String) -> String { folder + "/pg_hba.conf" }
    static func identityFile(in folder: String) -> String { folder + "/pg_ident.conf" }

    /// Writes both files for the database user to read.
    func write(to folder: String) throws(EmbeddedPostgresError) {
        try Folder.write(hostBased, to: Self.hostBasedFile(in: folder), mode: 0o644)
        try Folder.write(identity, to: Self.identityFile(in: folder), mode: 0o644)
    }
}
