import HTTP
import Web

/// The author and the conditions of a change of the live concert, as a request below `/api/v1` gives them.
extension LiveAttribution {
    /// Creates an attribution from the caller, the idempotency key and `If-Match` of a request. Throws `APIError` 400 for an invalid key, and 412 if
    /// `If-Match` has no known tag.
    ///
    /// - Parameters:
    ///   - source: The source that the body names; `nil` means `LiveSource.operator`.
    ///   - parts: The members of the body in a fixed order, for the digest stored with an idempotency key.
    init(
        of request: Request, _ context: RequestContext, source: LiveSource? = nil, asking parts: [String?]
    ) throws(APIError) {
        let key = try request.idempotencyKey()
        self.init(
            source: source ?? .operator, userID: context.caller?.userID, login: context.caller?.login,
            idempotencyKey: key,
            fingerprint: key == nil ? nil : ContentDigest.fingerprint(of: parts))
        expectedRevisions = try Self.expectedRevisions(request)
    }

    /// Returns the revisions listed in `If-Match` (RFC 9110 §13.1.1); `nil` without the field or for "*". Throws `APIError` 412 if no tag is known.
    private static func expectedRevisions(_ request: Request) throws(APIError) -> [Int64]? {
        guard let tags = IfMatch(request).list, !tags.isEmpty, tags != ["*"] else { return nil }
        let revisions = tags.compactMap { LiveAnswer.revision(ofEntityTag: String($0)) }
        guard !revisions.isEmpty else { throw .positionMoved }
        return revisions
    }
}
