import Logging
import Synchronization
import Web

/// A sender of requests to SoundCloud that waits at a rate limit, retries failed requests, and replaces a refused token once.
struct UpstreamCaller: Sendable {
    let fetcher: any Fetcher
    let rule: RetryRule
    let clock: UpstreamClock
    let logger: Logger

    /// Sends the request and decodes the response. A response that cannot be decoded counts as a failed attempt.
    ///
    /// - Parameters:
    ///   - isRepeatable: Whether to retry the request although SoundCloud may have processed it; if not, `CloudError.unavailable` is thrown.
    ///   - moved: Returns the address to request for the target of the first redirect. Other redirects, or all without
    ///     `moved`, throw `CloudError.refused`.
    ///   - throttled: Called with the exhausted rate limit group (`nil` if SoundCloud names none) and the time at which the limit resets.
    func call<Value>(
        _ request: UpstreamRequest, as tokens: any TokenSource, isRepeatable: Bool = true,
        moved: ((String) throws -> String)? = nil, throttled: (String?, Instant) -> Void = { _, _ in },
        decode: ([UInt8]) throws -> Value
    ) async throws -> Value {
        var request = request
        var isMoved = false
        var token = try await tokens.token()
        var isTokenNew = false
        var attempt = 1
        while true {
            var message = request
            message.fields += [("Authorization", "OAuth \(token.text)"), ("Accept", "application/json; charset=utf-8")]
            let (outcome, value) = try await self.try(message, decode)
            if let value { return value }
            let wait: Duration
            switch outcome {
            case .done, .missing: throw CloudError.notFound
            case .unauthorized where isTokenNew:
                throw CloudError.grantLost(reason: "SoundCloud refused a token that it had just issued")
            case .unauthorized:
                token = try await tokens.token(after: token)
                isTokenNew = true
                continue
            case .moved(let location):
                guard let moved, !isMoved else {
                    throw CloudError.refused(status: 302, reason: "the response was an unexpected redirect")
                }
                request.address = try moved(location)
                isMoved = true
                continue
            case .refused(let status, let reason): throw CloudError.refused(status: status, reason: reason)
            case .throttled(let requestedPause, let group):
                wait = requestedPause ?? rule.wait(after: attempt, chance: clock.chance())
                let until = Instant(milliseconds: clock.now().milliseconds + wait.inMilliseconds)
                throttled(group, until)
                guard attempt < rule.attempts, wait <= rule.patience else {
                    throw CloudError.throttled(until: until, reason: "SoundCloud is limiting requests")
                }
            case .broken(let reason):
                wait = rule.wait(after: attempt, chance: clock.chance())
                guard isRepeatable, attempt < rule.attempts else { throw CloudError.unavailable(reason: reason) }
            }
            logger.debug(
                "SoundCloud request will be retried",
                metadata: ["attempt": "\(attempt)", "verdict": "\(outcome)", "wait": "\(wait)"])
            try await clock.pause(wait)
            attempt += 1
        }
    }

    private func `try`<Value>(
        _ message: UpstreamRequest, _ decode: ([UInt8]) throws -> Value
    ) async throws -> (UpstreamOutcome, Value?) {
        let response: UpstreamResponse
        do {
            response = try await fetcher.fetch(message)
        } catch let failure as FetchFailure {
            return (.broken(reason: failure.reason), nil)
        }
        let outcome = UpstreamOutcome(response, now: clock.now())
        guard outcome == .done else { return (outcome, nil) }
        do {
            return (.done, try decode(response.body))
        } catch {
            return (.broken(reason: "SoundCloud's response cannot be read"), nil)
        }
    }
}

/// The sources of the time, the pauses and the random numbers, which tests replace.
public struct UpstreamClock: Sendable {
    var now: @Sendable () -> Instant
    var pause: @Sendable (Duration) async throws -> Void
    /// A random number from 0 to 1.
    var chance: @Sendable () -> Double

    public init(
        now: @escaping @Sendable () -> Instant = { .now },
        pause: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) },
        chance: @escaping @Sendable () -> Double = { .random(in: 0...1) }
    ) {
        self.now = now
        self.pause = pause
        self.chance = chance
    }
}

extension Duration {
    /// The duration in whole milliseconds, rounded towards zero.
    var inMilliseconds: Int64 { components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000 }
}
