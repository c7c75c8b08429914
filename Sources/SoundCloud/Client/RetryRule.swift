import Foundation
import Web

/// The meaning of a response from SoundCloud, determined without I/O.
enum UpstreamOutcome: Sendable, Hashable {
    case done
    case unauthorized
    /// A rate limit is exhausted. The waiting time and the name of the limit are `nil` if SoundCloud does not send them.
    case throttled(wait: Duration?, group: String?)
    case missing
    /// A redirect to this address.
    case moved(to: String)
    case refused(status: Int, reason: String)
    case broken(reason: String)

    /// Interprets a response. A waiting time is counted from `now`.
    init(_ response: UpstreamResponse, now: Instant) {
        switch response.status {
        case 200...299: self = .done
        case 401: self = .unauthorized
        case 429:
            let body = UpstreamProblem(response.body)
            let wait =
                response.fields["retry-after"].flatMap { Self.retryAfter($0, now: now) }
                ?? body.resetTime.map { .milliseconds(max(0, $0.milliseconds - now.milliseconds)) }
            self = .throttled(wait: wait, group: body.group)
        case 404, 410: self = .missing
        case 300...399:
            self =
                response.fields["location"].map { .moved(to: $0) }
                ?? .refused(status: response.status, reason: UpstreamProblem(response.body).words)
        case 400...499: self = .refused(status: response.status, reason: UpstreamProblem(response.body).words)
        default: self = .broken(reason: "SoundCloud answered with the HTTP status \(response.status)")
        }
    }

    /// Parses a number of seconds, cut to a day, or an HTTP date (RFC 9110 §10.2.3), which is not cut. Returns the time from `now`, or `nil` for any
    /// other text.
    private static func retryAfter(_ text: String, now: Instant) -> Duration? {
        if let seconds = Int64(text), seconds >= 0 { return .seconds(min(seconds, 86_400)) }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let date = formatter.date(from: text) else { return nil }
        return .milliseconds(max(0, Instant(date).milliseconds - now.milliseconds))
    }
}

/// The number of attempts at a request and the pauses between them, determined without I/O.
public struct RetryRule: Sendable, Hashable {
    /// The maximum number of attempts.
    public var attempts = 5
    /// The longest pause before the second attempt; it doubles with each attempt up to `longestPause`. A time that SoundCloud names takes precedence.
    public var pause = Duration.milliseconds(400)
    public var longestPause = Duration.seconds(8)
    /// The longest pause after a rate limit is reached. If SoundCloud asks for a longer pause, the call fails with `CloudError.throttled`.
    public var patience = Duration.seconds(15)

    public init() {}

    /// Returns the pause after an attempt, counted from 1: half of the longest pause if `chance` is 0, and the whole if it is 1. A random `chance`
    /// spreads the retries of clients that failed together.
    func wait(after attempt: Int, chance: Double) -> Duration {
        let whole = min(longestPause, pause * (1 << min(attempt - 1, 16)))
        return whole * (0.5 + chance / 2)
    }
}

/// The body of an error response: `{code, message, link}`, or `errors[].meta` for a rate limit.
struct UpstreamProblem {
    private(set) var words = "no reason given"
    private(set) var group: String?
    private(set) var resetTime: Instant?

    private struct Body: Decodable {
        let message: String?
        let error: String?
        let description: String?
        let errors: [Entry]?

        enum CodingKeys: String, CodingKey {
            case message, error, errors
            case description = "error_description"
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            message = members.text(.message, limit: 200)
            error = members.text(.error, limit: 200)
            description = members.text(.description, limit: 200)
            errors = members.lenient(.errors, as: [Attempt<Entry>].self)?.compactMap { try? $0.result.get() }
        }
    }

    private struct Entry: Decodable {
        let meta: Meta?
        let message: String?

        enum CodingKeys: String, CodingKey {
            case meta
            case message = "error_message"
        }
    }

    private struct Meta: Decodable {
        let limit: Limit?
        let reset: String?

        enum CodingKeys: String, CodingKey {
            case limit = "rate_limit"
            case reset = "reset_time"
        }
    }

    private struct Limit: Decodable { let group: String? }

    init(_ bytes: [UInt8]) {
        guard let body = try? JSONDecoder().decode(Body.self, from: Data(bytes)) else { return }
        words = body.message ?? body.errors?.compactMap(\.message).first ?? body.description ?? body.error ?? words
        group = body.errors?.compactMap(\.meta?.limit?.group).first
        resetTime = body.errors?.compactMap(\.meta?.reset).first.flatMap(CloudText.instant)
        error = body.error
    }

    /// The OAuth error code, such as "invalid_grant"; `nil` if the response contains none.
    private(set) var error: String?
}
