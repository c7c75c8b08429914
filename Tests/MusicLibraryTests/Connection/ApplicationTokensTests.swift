import CloudStandIn
import Foundation
import Synchronization
import Testing
import Web

@testable import MusicLibrary
@testable import SoundCloud

struct ApplicationTokensTests {
    /// A clock that the test advances.
    private final class Watch: Sendable {
        private let milliseconds = Mutex<Int64>(1_800_000_000_000)
        var now: Instant { Instant(milliseconds: milliseconds.withLock { $0 }) }
        func pass(minutes: Int64) { milliseconds.withLock { $0 += minutes * 60_000 } }
    }

    private func with(_ body: (ApplicationTokens, StandIn, Watch) async throws -> Void) async throws {
        let watch = Watch()
        try await CloudStage.with { stage in
            let tokenEndpoint = TokenEndpoint(
                app: stage.app, fetcher: SessionFetcher(limit: .seconds(300)), clock: UpstreamClock(now: { watch.now }))
            try await body(ApplicationTokens(tokenEndpoint: tokenEndpoint), stage.standIn, watch)
        }
    }

    @Test func anExpiringApplicationTokenIsRenewedWithItsRefreshToken() async throws {
        try await with { tokens, standIn, watch in
            let first = try await tokens.token()
            #expect(try await tokens.token() == first)
            watch.pass(minutes: 59)
            let second = try await tokens.token()
            #expect(second != first)
            watch.pass(minutes: 59)
            _ = try await tokens.token()
            #expect(standIn.grantTypes == ["client_credentials", "refresh_token", "refresh_token"])
        }
    }

    @Test func aRefusedApplicationTokenIsRenewed() async throws {
        try await with { tokens, standIn, _ in
            let first = try await tokens.token()
            #expect(try await tokens.token(after: first) != first)
            #expect(standIn.grantTypes == ["client_credentials", "refresh_token"])
        }
    }

    @Test func clientCredentialsReplaceARefusedRefreshToken() async throws {
        try await with { tokens, standIn, watch in
            let first = try await tokens.token()
            standIn.withdraw()
            watch.pass(minutes: 59)
            #expect(try await tokens.token() != first)
            #expect(standIn.grantTypes == ["client_credentials", "refresh_token", "client_credentials"])
            // The new token has its own refresh token.
            watch.pass(minutes: 59)
            _ = try await tokens.token()
            #expect(standIn.grantTypes.last == "refresh_token")
        }
    }

    @Test func concurrentCallersShareOneRefreshOfTheApplicationToken() async throws {
        try await with { tokens, standIn, watch in
            _ = try await tokens.token()
            watch.pass(minutes: 59)
            let all = try await withThrowingTaskGroup(of: AccessToken.self) { group in
                for _ in 0..<20 { group.addTask { try await tokens.token() } }
                return try await group.reduce(into: Set<String>()) { $0.insert($1.text) }
            }
            #expect(all.count == 1)
            #expect(standIn.grantTypes == ["client_credentials", "refresh_token"])
        }
    }
}
