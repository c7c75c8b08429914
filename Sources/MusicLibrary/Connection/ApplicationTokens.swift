import Web

/// The application's own token, for what needs no account. One at a time is kept until shortly before it expires, since few
/// are given out: 50 in 12 hours by client credentials. It is renewed by the refresh token that came with it, as SoundCloud asks;
/// client credentials are for the first one and for when that is refused.
actor ApplicationTokens: TokenSource {
    private let desk: TokenDesk
    private let budget = RequestBudget.applicationTokens()
    private var current: TokenGrant?
    private var refresh: String?
    private var asking: Task<TokenGrant, any Error>?

    init(desk: TokenDesk) { self.desk = desk }

    func token() async throws -> AccessToken {
        if let current, current.expiresAt.milliseconds - 60_000 > desk.clock.now().milliseconds {
            return current.access
        }
        return try await renewed().access
    }

    func token(after refused: AccessToken) async throws -> AccessToken {
        if let current, current.access != refused { return current.access }
        return try await renewed().access
    }

    /// Callers who come at once share one question.
    private func renewed() async throws -> TokenGrant {
        if let asking { return try await asking.value }
        // A refresh token is good once: whatever becomes of it, it is not sent again.
        let refresh = self.refresh
        self.refresh = nil
        let task = Task { [desk, budget] in
            if let refresh, let grant = try await Self.renewed(by: refresh, desk) { return grant }
            if let until = budget.take(at: desk.clock.now()) {
                throw CloudError.throttled(
                    until: until,
                    reason: "this server has reached SoundCloud's limit for application tokens: try again later")
            }
            return try await desk.applicationGrant()
        }
        asking = task
        defer { asking = nil }
        let grant = try await task.value
        (current, self.refresh) = (grant, grant.refresh.isEmpty ? nil : grant.refresh)
        return grant
    }

    /// `nil` where the refresh token is refused.
    private static func renewed(by refresh: String, _ desk: TokenDesk) async throws(CloudError) -> TokenGrant? {
        do {
            return try await desk.grant(refresh: refresh)
        } catch {
            switch error {
            case .grantLost, .refused: return nil
            default: throw error
            }
        }
    }
}
