import Synchronization
import Web

/// The tokens of one listener's connection. A token is kept in memory, so that reading a long list queries the database once per token (spec M1.1).
final class AccountTokens: TokenSource {
    private let store: ConnectionStore
    private let listener: Listener
    private let clock: UpstreamClock
    private let kept = Mutex<(token: AccessToken, expiresAt: Instant)?>(nil)

    init(store: ConnectionStore, listener: Listener, clock: UpstreamClock) {
        self.store = store
        self.listener = listener
        self.clock = clock
    }

    func token() async throws -> AccessToken {
        if let kept = kept.withLock({ $0 }), kept.expiresAt.milliseconds - 60_000 > clock.now().milliseconds {
            return kept.token
        }
        return keep(try await store.token(of: listener))
    }

    func token(after refused: AccessToken) async throws -> AccessToken {
        keep(try await store.refresh(listener, after: refused))
    }

    private func keep(_ pair: (token: AccessToken, expiresAt: Instant)) -> AccessToken {
        kept.withLock { $0 = pair }
        return pair.token
    }
}
