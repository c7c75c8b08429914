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
        "account_link": "links that were sent out end with the move",
        "alert_calendar": "calendar programs need a new address",
        "app_password": "programs of listeners need new passwords",
        "cloud_authorization": "connections being made are begun again",
        "cloud_connection": "listeners connect their accounts again",
        "known_device": "devices are strangers at their next log-in",
        "podcast_feed": "podcast programs need a new address",
        "session": "everybody logs in again",
        "user_account": "every account sets a new password",
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
