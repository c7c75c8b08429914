import HTTP
import Logging
import Web

extension LoginThrottle.Answer {
    /// Returns the admitted attempt, or logs the refusal and throws 429.
    func admitted(_ logger: Logger) throws(APIError) -> LoginThrottle.Attempt {
        switch self {
        case .admitted(let attempt): return attempt
        case .wait(let seconds):
            logger.notice("sign-in slowed down", metadata: ["seconds": "\(seconds)"])
            throw APIError(
                .tooManyRequests, code: .tooManyAttempts, "too many attempts; try again in \(seconds) s",
                retryAfter: seconds)
        }
    }
}
