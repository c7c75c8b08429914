import Web

/// The application's own token, for what needs no account. One at a time is kept until shortly before it expires, since few
/// are given out.
actor ApplicationTokens: TokenSource {
    private let desk: TokenDesk
    private let budget = RequestBudget.applicationTokens()
    private var current: TokenGrant?
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
        if let until = budget.take(at: desk.clock.now()) {
            throw CloudError.throttled(
                until: until, reason: "the application has used up its tokens for now: try again later")
        }
        let task = Task { [desk] in try await desk.applicationGrant() }
        asking = task
        defer { asking = nil }
        let grant = try await task.value
        current = grant
        return grant
    }
}
