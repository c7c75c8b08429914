/// The author of a change of the live concert, and the conditions under which the change is made. A condition that is `nil` does not apply.
public struct LiveAttribution: Sendable, Hashable {
    public var source: LiveSource
    /// The account that made the change; `nil` without an account, as for commands and consoles.
    public var userID: Int64?
    /// The idempotency key, 1 to 200 characters. A repeat with the same key changes nothing: a repeated move returns the position of the first
    /// request, and a repeated decision about the sources returns the current sources. Without a key, every request counts.
    public var idempotencyKey: String?
    /// A digest of the request, which reveals a different request with the same key; `nil` if digests are not compared.
    public var fingerprint: [UInt8]?
    /// The revisions at which the change may be made, so that a double press of a button is one step (spec S1.13); `nil` for
    /// any revision.
    public var expectedRevisions: [Int64]?
    /// Whether a concert must be on the air, as `If-Match: *` requires (RFC 9110 §13.1.1). Only `LiveStore.activate` needs this condition.
    public var expectsConcert = false
    /// The revision after which no person may have moved the concert. Only moves to a named position or state have this condition, because they
    /// remain correct after moves by the follower or the automatic advance.
    public var unmovedByPeopleSince: Int64?
    /// The revision after which no other person may have moved the concert. Only decisions about the sources have this condition.
    public var unmovedByOthersSince: Int64?
    /// The version of the sources (`LiveSources.version`) after which no other person may have decided about the sources. Only decisions about the
    /// sources have this condition.
    public var undecidedByOthersSince: Int64?
    /// The login of the account, which the operator page shows as the holder of the position; `nil` without an account.
    public var login: String?
    /// The time from the press to the request, in milliseconds, as the operator page measured it; `nil` if unknown.
    public var delayMs: Int64?

    public init(
        source: LiveSource = .operator, userID: Int64? = nil, login: String? = nil, idempotencyKey: String? = nil,
        fingerprint: [UInt8]? = nil, expectedRevision: Int64? = nil
    ) {
        self.source = source
        self.userID = userID
        self.login = login
        self.idempotencyKey = idempotencyKey
        self.fingerprint = fingerprint
        expectedRevisions = expectedRevision.map { [$0] }
    }

    /// The account as the holder of the position; `nil` if `userID` or `login` is `nil`.
    var holder: LiveArbiter.Holder? {
        userID.flatMap { id in login.map { LiveArbiter.Holder(userID: id, login: $0) } }
    }

    /// Returns whether `expectedRevisions` allows the change at this revision.
    package func expects(_ revision: Int64) -> Bool { expectedRevisions?.contains(revision) ?? true }
}
