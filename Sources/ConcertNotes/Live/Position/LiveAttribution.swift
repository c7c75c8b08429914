/// Who asks for a change of the live concert, and what makes the request safe to repeat.
public struct LiveAttribution: Sendable, Hashable {
    public var source: LiveSource
    /// The account that acted, for the record; `nil` for programs of our own.
    public var userID: Int64?
    /// A repeat under the same key changes nothing and is answered with the state that the first one led to.
    /// 1 to 200 characters.
    public var idempotencyKey: String?
    /// The revision that the client saw; when it is no longer the current one, nothing is done. It makes a
    /// double press of one button one step (spec S1).
    public var expectedRevision: Int64?

    public init(
        source: LiveSource = .operator, userID: Int64? = nil, idempotencyKey: String? = nil,
        expectedRevision: Int64? = nil
    ) {
        self.source = source
        self.userID = userID
        self.idempotencyKey = idempotencyKey
        self.expectedRevision = expectedRevision
    }
}
