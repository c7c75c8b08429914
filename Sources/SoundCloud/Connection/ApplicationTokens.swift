import Web

/// The application's own token, for public data. It is kept in memory and refreshed, because SoundCloud issues only 50 tokens in 12 hours for client
/// credentials.
actor ApplicationTokens: TokenSource {
    private let tokenEndpoint: TokenEndpoint
    private let budget = RequestBudget.applicationTokens()
    private var current: TokenGrant?
    private var refresh: String?
    private var asking: Task<TokenGrant, any Error>?

    init(tokenEndpoint: TokenEndpoint) { self.tokenEndpoint = tokenEndpoint }

    func token() async throws -> AccessToken {
        if let current, current.expiresAt.milliseconds - 60_000 > tokenEndpoint.clock.now().milliseconds {
            return current.access
        }
        return try await renewed().access
    }

    func token(after refused: AccessToken) async throws -> AccessToken {
        if let current, current.access != refused { return current.access }
        return try await renewed().access
    }

    /// Renews the token. Concurrent callers share one renewal. Throws `CloudError.throttled` at SoundCloud's limit for application tokens.
    private func renewed() async throws -> TokenGrant {
        if let asking { return try await asking.value }
        // A refresh token works only once, so it is never sent again, even if the request fails.
        let refresh = self.refresh
        self.refresh = nil
        let task = Task { [tokenEndpoint, budget] in
            if let refresh, let grant = try await Self.renewed(by: refresh, tokenEndpoint) { return grant }
            if let until = budget.take(at: tokenEndpoint.clock.now()) {
                throw CloudError.throttled(
                    until: until,
                    reason: "this server has reached SoundCloud's limit for application tokens")
            }
            return try await tokenEndpoint.applicationGrant()
        }
        asking = task
        defer { asking = nil }
        let grant = try await task.value
        (current, self.refresh) = (grant, grant.refresh.isEmpty ? nil : grant.refresh)
        return grant
    }

    /// Renews the token with a refresh token. Returns `nil` if SoundCloud refuses the refresh token, and throws any other error.
    private static func renewed(by refresh: String, _ tokenEndpoint: TokenEndpoint) async throws(CloudError)
        -> TokenGrant?
    {
        do {
            return try await tokenEndpoint.grant(refresh: refresh)
        } catch {
            switch error {
            case .grantLost, .refused: return nil
            default: throw error
            }
        }
    }
}
