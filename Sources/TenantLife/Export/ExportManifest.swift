import Web

/// The last member of an archive: what it is and what is in it.
struct ExportManifest: Encodable, Sendable {
    let format = "tutti-tenant-export"
    /// Rises when a reader of older archives could not read this one.
    let formatVersion = 1
    /// The number of the last migration of the database.
    let schemaVersion: Int
    let tenant: String
    let exportedAt: Instant
    /// The columns that the archive does not hold, such as "session.token_hash", and what that means for their rows.
    let leftOut: [String]
    var members: [Member] = []

    /// What has to be done again where the archive is taken to, by table.
    private static let consequences = [
        "account_link": "links that were sent stop working",
        "alert_calendar": "calendar apps need a new address",
        "app_password": "listeners' apps need new app passwords",
        "cloud_authorization": "connections in progress must be started again",
        "cloud_connection": "listeners must connect their accounts again",
        "known_device": "every device counts as new at its next sign-in",
        "podcast_feed": "podcast apps need a new address",
        "session": "everybody must sign in again",
        "user_account": "every account must set a new password",
    ]

    /// What `leftOut` says of a column.
    static func leftOut(_ table: String, _ column: String) -> String {
        "\(table).\(column): " + (consequences[table] ?? "it is a credential")
    }

    /// One file of the archive.
    struct Member: Encodable, Sendable, Hashable {
        let name: String
        let bytes: Int
        /// In hexadecimal.
        let sha256: String
        /// Of a table's file, how many lines it has.
        let rows: Int?
    }
}
