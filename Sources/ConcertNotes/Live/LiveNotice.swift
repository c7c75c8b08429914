import Tenancy

/// The payloads of notifications on the channel `tutti`: "tenant,kind,", and then a version or details.
package enum LiveNotice {
    /// The longest name of a piece in a notification, in bytes. PostgreSQL refuses payloads of 8,000 bytes and more, and with them the transaction.
    package static let nameLimit = 7_000

    /// Returns the beginning of the payload for a kind of notification, with a comma at the end.
    package static func payload(_ tenant: TenantID, kind: String) -> String { "\(tenant),\(kind)," }

    /// Returns the fields after the version of a move: ",measure,visibility,piece". Emitters send this position before they read the row. The result
    /// is empty for a name longer than `nameLimit`; emitters then only read the row.
    package static func fields(of move: LiveStore.Move) -> String {
        let name = move.piece.name
        guard name.utf8.count <= nameLimit else { return "" }
        return ",\(move.target.programPosition.measure),\(move.target.state.showsPosition ? "shown" : "hidden"),\(name)"
    }
}
