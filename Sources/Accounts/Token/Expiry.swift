import FoundationEssentials
import Web

/// The expiry of a new token or link as a client requests it: a time, a lifetime, or neither.
struct Expiry: Sendable, Hashable {
    /// The requested expiry; `nil` if the client requested neither.
    let date: Date?

    /// Checks the expiry that a client requests: `moment`, a lifetime `length` in milliseconds, or neither. Throws 422 for both together, for a time
    /// in the past, and for an expiry later than `most` milliseconds from now.
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
