/// Who asks for a change of the live concert, and what makes the request safe to repeat.
public struct LiveAttribution: Sendable, Hashable {
    public var source: LiveSource
    /// The account that acted, for the record; `nil` for programs of our own.
    public var userID: Int64?
    /// A repeat under the same key changes nothing and is answered with the state that the first one led to.
    /// 1 to 200 characters.
    public var idempotencyKey: String?
    /// What the request asks for, as a digest: another request under the same key is a mistake of the client.
    public var fingerprint: [UInt8]?
    /// The revisions that the client knows; when the current one is not among them, nothing is done. It makes a
    /// double press of one button one step (spec S1.13). `nil` for an unconditional change.
    public var expectedRevisions: [Int64]?
    /// The revision after which no person may have moved, or nothing is done. For moves to a named place or state, which what
    /// a follower does meanwhile does not make wrong. `nil` for no such condition.
    public var unmovedByPeopleSince: Int64?

    public init(
        source: LiveSource = .operator, userID: Int64? = nil, idempotencyKey: String? = nil,
        fingerprint: [UInt8]? = nil, expectedRevision: Int64? = nil
    ) {
        self.source = source
        self.userID = userID
        self.idempotencyKey = idempotencyKey
        self.fingerprint = fingerprint
        expectedRevisions = expectedRevision.map { [$0] }
    }

    /// Whether the client knows this revision, or asked for none.
    func expects(_ revision: Int64) -> Bool { expectedRevisions?.contains(revision) ?? true }
}
