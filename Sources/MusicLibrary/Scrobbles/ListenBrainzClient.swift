import Foundation
import SoundCloud
import Web

/// The answer of a ListenBrainz server to submitted listens.
enum ListenBrainzAnswer: Sendable, Hashable {
    /// The server has accepted the listens. The next request must wait at least `pauseSeconds` seconds, which may be 0.
    case accepted(pauseSeconds: Int)
    /// The server rejects the token.
    case unknownToken
    /// The server rejects the listens. `reason` is the server's message, or the HTTP status if the server sent no message.
    case refused(reason: String)
    /// The request failed and can be repeated after `seconds`; the server may have accepted the listens nevertheless. If `seconds` is `nil`, the
    /// caller chooses the pause.
    case later(seconds: Int?, reason: String)
}

/// A client for the API of ListenBrainz servers (listenbrainz.readthedocs.io, "Core"). Each function makes one request and never repeats the request.
struct ListenBrainzClient: Sendable {
    let fetcher: any Fetcher
    let now: @Sendable () -> Instant

    /// The longest time for which a server may postpone the next request, in seconds.
    static let longestPause = 86_400

    init(fetcher: any Fetcher, now: @escaping @Sendable () -> Instant = { .now }) {
        (self.fetcher, self.now) = (fetcher, now)
    }

    private struct Validity: Decodable {
        let valid: Bool
        let userName: String?
    }

    /// Returns the name of the user to whom a token belongs, or `nil` if the server rejects the token. `server` is the root URL of the server's API.
    /// Throws 503 if the server does not answer as expected.
    func user(of token: String, at server: String) async throws -> String? {
        let response: UpstreamResponse
        do {
            response = try await fetcher.fetch(
                UpstreamRequest("GET", server + "/1/validate-token", fields: Self.fields(token)))
        } catch let failure as FetchFailure {
            throw Self.unavailable(Self.reason(failure))
        }
        switch response.status {
        case 200:
            let decoder = JSONDecoder()
            decoder.keyDecodingStrategy = .convertFromSnakeCase
            guard let answer = try? decoder.decode(Validity.self, from: Data(response.body)) else {
                throw Self.unavailable("the response is not from a ListenBrainz server")
            }
            guard answer.valid else { return nil }
            let name = PlainText.line(answer.userName ?? "", limit: 300)
            guard !name.isEmpty else { throw Self.unavailable("the response names no user") }
            return name
        case 400, 401: return nil
        case 429:
            throw Self.unavailable("the server is limiting requests", retryAfter: pause(response) ?? 10)
        default: throw Self.unavailable("the server answered with the HTTP status \(response.status)")
        }
    }

    /// Submits listens. A failed request gives ``ListenBrainzAnswer/later(seconds:reason:)``; the server may have accepted the listens nevertheless.
    func submit(_ submission: ListenBrainzSubmission, token: String, to server: String) async throws
        -> ListenBrainzAnswer
    {
        let response: UpstreamResponse
        do {
            response = try await fetcher.fetch(
                UpstreamRequest(
                    "POST", server + "/1/submit-listens",
                    fields: Self.fields(token) + [("Content-Type", "application/json")], body: try submission.bytes))
        } catch let failure as FetchFailure {
            return .later(seconds: nil, reason: Self.reason(failure))
        }
        switch response.status {
        case 200...299:
            let isExhausted = response.fields["x-ratelimit-remaining"] == "0"
            return .accepted(pauseSeconds: isExhausted ? pause(response) ?? 1 : 0)
        case 401: return .unknownToken
        case 429: return .later(seconds: pause(response), reason: "the server is limiting requests")
        case 400, 413, 422: return .refused(reason: Self.words(response))
        default:
            return .later(
                seconds: pause(response), reason: "the server answered with the HTTP status \(response.status)")
        }
    }

    /// Returns the header fields of a request with this token. `User-Agent` names this program, as the operators of ListenBrainz request.
    private static func fields(_ token: String) -> [(name: String, value: String)] {
        [("Authorization", "Token \(token)"), ("Accept", "application/json"), ("User-Agent", "Tutti/1")]
    }

    /// Returns the longer of the pauses in `Retry-After` (RFC 9110 §10.2.3) and `X-RateLimit-Reset-In`, in seconds, at most `longestPause`; `nil`
    /// without either field.
    private func pause(_ response: UpstreamResponse) -> Int? {
        let limits = ["x-ratelimit-reset-in"].compactMap { response.fields[$0].flatMap { Int($0) } }
        let retry = response.fields["retry-after"].flatMap { RetryAfter.seconds($0, now: now()) }
        return (limits + [retry].compactMap { $0 }).max().map { min(max(0, $0), Self.longestPause) }
    }

    private struct Problem: Decodable { let error: String? }

    private static func words(_ response: UpstreamResponse) -> String {
        let problem = try? JSONDecoder().decode(Problem.self, from: Data(response.body))
        let words = PlainText.line(problem?.error ?? "", limit: 200)
        return words.isEmpty ? "the server answered with the HTTP status \(response.status)" : words
    }

    private static func reason(_ failure: FetchFailure) -> String {
        switch failure {
        case .timeout: "the server did not answer in time"
        case .tooLong: "the response is too long"
        case .broken: "the connection failed"
        case .badAddress: "the address of the server is not valid"
        }
    }

    static func unavailable(_ reason: String, retryAfter: Int? = nil) -> APIError {
        APIError(
            .serviceUnavailable, code: .listenBrainzUnavailable,
            "the ListenBrainz server did not confirm the token: \(reason); try again later", retryAfter: retryAfter)
    }
}

/// Functions for text from other servers that is shown in one line of a page.
enum PlainText {
    /// Returns the text without control characters, shortened to `limit` Unicode scalars.
    static func line(_ text: String, limit: Int) -> String {
        String(
            String.UnicodeScalarView(
                text.unicodeScalars.filter { $0.properties.generalCategory != .control }.prefix(limit)))
    }
}

/// The header field `Retry-After` (RFC 9110 §10.2.3).
enum RetryAfter {
    /// Returns the delay in seconds, read from a number of seconds or an HTTP date; 0 for a date in the past, `nil` for any other text.
    static func seconds(_ text: String, now: Instant) -> Int? {
        if let seconds = Int(text) { return seconds >= 0 ? seconds : nil }
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
        formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return formatter.date(from: text).map { Int(max(0, Instant($0).milliseconds - now.milliseconds) / 1000) }
    }
}
