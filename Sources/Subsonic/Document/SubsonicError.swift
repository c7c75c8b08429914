import HTTP
import Web

/// An error that the protocol reports to apps. Apps read the code; the HTTP status is usually 200, as the protocol requires.
struct SubsonicError: Error, Sendable, Hashable {
    /// The codes of the Subsonic API and, from 42 to 44, of OpenSubsonic.
    enum Code: Int, Sendable, Hashable {
        case generic = 0
        case missing = 10
        case clientIsOld = 20
        case serverIsOld = 30
        case wrongPassword = 40
        case unsupportedAuthentication = 42
        case conflictingAuthentication = 43
        case wrongKey = 44
        case notAllowed = 50
        case notFound = 70
    }

    let code: Code
    let message: String
    var status = Status.ok
    /// The field `Retry-After` in seconds; `nil` for none.
    var retryAfter: Int?

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    static func missing(_ parameter: String) -> SubsonicError {
        SubsonicError(.missing, "the parameter \(parameter) is missing or empty: send a value")
    }

    static func invalid(_ parameter: String, _ reason: String) -> SubsonicError {
        SubsonicError(.generic, "the parameter \(parameter) \(reason)")
    }

    static let notFound = SubsonicError(
        .notFound, "the requested item does not exist or is not available to this account: load the list of items again"
    )

    static func notAllowed(_ message: String) -> SubsonicError { SubsonicError(.notAllowed, message) }

    /// Returns the error for an unsupported method, with HTTP status 501 as on other servers.
    static func notSupported(_ method: String) -> SubsonicError {
        var error = SubsonicError(.generic, "this server does not support the method \(method)")
        error.status = .notImplemented
        return error
    }

    /// Returns error 40 for a sign-in after too many failed ones, with HTTP status 429. `seconds` is the time until the next attempt is allowed.
    static func wait(_ seconds: Int) -> SubsonicError {
        let unit = seconds == 1 ? "second" : "seconds"
        var error = SubsonicError(.wrongPassword, "too many sign-ins failed; try again in \(seconds) \(unit)")
        (error.status, error.retryAfter) = (.tooManyRequests, seconds)
        return error
    }

    /// Creates the error for an error of the library: error 70 for the status 404, otherwise error 0. `nil` for 5xx except 503, because details of
    /// internal errors must not be revealed.
    init?(_ error: APIError) {
        guard error.status.code < 500 || error.status == .serviceUnavailable else { return nil }
        self.init(error.status == .notFound ? .notFound : .generic, error.detail)
        retryAfter = error.retryAfter
    }
}
