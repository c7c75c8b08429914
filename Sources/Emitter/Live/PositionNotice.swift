import Tenancy

/// The position in a notification about a move of the live concert: `tenant,live,revision,measure,visibility,piece` (spec O3.7).
///
/// The visibility is `shown` or `hidden` (`LiveState.showsPosition`). The piece comes last, because its name may contain commas. A notification
/// without a position is only `tenant,live,revision`.
package struct PositionNotice: Sendable, Hashable {
    package let revision: Int64
    package let position: LivePosition
    /// Whether packets with the position are sent.
    package let showsPosition: Bool

    package init(revision: Int64, position: LivePosition, showsPosition: Bool) {
        self.revision = revision
        self.position = position
        self.showsPosition = showsPosition
    }

    /// Reads the position in a notification; `nil` if the notification is about another tenant, has another kind than `live`, or has no valid
    /// position.
    package init?(_ notice: ChangeNotice, in tenant: TenantID) {
        guard notice.tenant == tenant, notice.kind == "live" else { return nil }
        let fields = notice.detail.split(separator: ",", maxSplits: 3, omittingEmptySubsequences: false)
        guard fields.count == 4, let revision = Int64(fields[0]), let measure = Int32(fields[1]), measure > 0,
            fields[2] == "shown" || fields[2] == "hidden", !fields[3].isEmpty
        else { return nil }
        self.init(
            revision: revision, position: LivePosition(name: String(fields[3]), measure: measure),
            showsPosition: fields[2] == "shown")
    }
}
