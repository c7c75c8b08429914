import FoundationEssentials
import Web

/// When something that is made now shall end, as a client says it: a moment, a length from now, or nothing.
struct Expiry: Sendable, Hashable {
    /// `nil` when the client left it to us.
    let date: Date?

    /// - Parameter most: the longest length, in milliseconds.
    /// - Throws: 422 for both at once, for a moment that has passed and for what is longer than `most`.
    init(at moment: Date?, inMs length: Int64?, most: Int64, now: Instant = .now) throws(APIError) {
        if moment != nil, length != nil {
            throw .invalid("expiresInMs", "must be left out when expiresAt is given")
        }
        if let length {
            guard (1...most).contains(length) else { throw .invalid("expiresInMs", "must be from 1 to \(most)") }
            date = Instant(milliseconds: now.milliseconds + length).date
        } else if let moment {
            let length = Instant(moment).milliseconds - now.milliseconds
            guard (1...most).contains(length) else {
                throw .invalid("expiresAt", "must be in the future and at most \(most / 86_400_000) days from now")
            }
            date = moment
        } else {
            date = nil
        }
    }
}
