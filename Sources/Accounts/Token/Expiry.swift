import FoundationEssentials
import Web

/// The expiry of a new token or link as a client requests it: a time, a lifetime, or neither.
struct Expiry: Sendable, Hashable {
    /// The requested expiry; `nil` if the client requested none.
    let date: Date?

    /// Checks the expiry that a client requests.
    ///
    /// - Parameters:
    ///   - moment: The requested time of expiry; `nil` if the client sent none.
    ///   - length: The requested lifetime, in milliseconds; `nil` if the client sent none.
    ///   - most: The maximum lifetime, in milliseconds.
    /// - Throws: 422 if the client sent both a time and a lifetime, a time in the past, a lifetime below 1, or an expiry later than `most`
    ///   from now.
    init(at moment: Date?, inMs length: Int64?, most: Int64, now: Instant = .now) throws(APIError) {
        if moment != nil, length != nil {
            throw .invalid("expiresInMs", "must be omitted when expiresAt is given")
        }
        if let length {
            guard (1...most).contains(length) else {
                throw .invalid("expiresInMs", "must be from 1 to \(most) milliseconds, found \(length)")
            }
            date = Instant(milliseconds: now.milliseconds + length).date
        } else if let moment {
            let length = Instant(moment).milliseconds - now.milliseconds
            guard (1...most).contains(length) else {
                throw .invalid(
                    "expiresAt",
                    "must be in the future and at most \(most / 86_400_000) days from now, found \(Instant(moment))")
            }
            date = moment
        } else {
            date = nil
        }
    }
}
