import Web

/// The last member of an archive, which lists the other members.
struct ExportManifest: Encodable, Sendable {
    let format = "tutti-tenant-export"
    /// The version of the format, which increases when older programs cannot read the new format.
    let formatVersion = 1
    /// The number of the last migration of the exporting database.
    let schemaVersion: Int
    let tenant: String
    let exportedAt: Instant
    /// The columns that are not in the archive, such as "session.token_hash", with the consequence of each.
    let leftOut: [String]
    var members: [Member] = []

    /// The consequences after an import, by table.
    private static let consequences = [
        "account_link": "links that were sent stop working",
        "alert_calendar": "calendar apps need a new address",
        "app_password": "listeners' apps need new app passwords",
        "cloud_application": "the tenant must enter the client secret of its SoundCloud application again",
        "cloud_authorization": "SoundCloud connections in progress must be started again",
        "cloud_connection": "listeners must connect their SoundCloud accounts again",
        "known_device": "every device counts as new at its next sign-in",
        "podcast_feed": "podcast apps need a new address",
        "scrobble_connection": "listeners must enter their ListenBrainz tokens again",
        "session": "everybody must sign in again",
        "shared_invitation": "listeners must create new invitations to shared sessions",
        "user_account": "every account must set a new password",
    ]

    /// Returns the entry of `leftOut` for a column.
    static func leftOut(_ table: String, _ column: String) -> String {
        "\(table).\(column): " + (consequences[table] ?? "credentials are not exported")
    }

    /// A file of the archive.
    struct Member: Encodable, Sendable, Hashable {
        let name: String
        let bytes: Int
        /// The SHA-256 of the content, in hexadecimal.
        let sha256: String
        /// The number of lines of a table; `nil` for other files.
        let rows: Int?
    }
}
