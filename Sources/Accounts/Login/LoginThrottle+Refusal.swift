import HTTP
import Logging
import Web

extension LoginThrottle.Answer {
    /// The attempt that was let in. Throws 429 with the seconds to wait, which the log notes as well.
    func admitted(_ logger: Logger) throws(APIError) -> LoginThrottle.Attempt {
        switch self {
        case .admitted(let attempt): return attempt
        case .wait(let seconds):
            logger.notice("sign-in slowed down", metadata: ["seconds": "\(seconds)"])
            throw APIError(
                .tooManyRequests, code: "too-many-attempts", "too many attempts; try again in \(seconds) s",
                retryAfter: seconds)
        }
    }
}
