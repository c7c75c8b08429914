import ConcertNotes
import Tenancy

/// A maker of smaller copies of pictures, which `App` supplies if the installation has a program for scaling.
public protocol PictureScaler: Sendable {
    /// Returns a copy of a picture with this width in pixels, in the same format and with the same proportions. Throws `APIError` 503 if too many
    /// pictures are waiting, and another error if the picture cannot be scaled.
    func scaled(_ picture: [UInt8], kind: MediaKind, width: Int, for tenant: TenantID) async throws -> [UInt8]
}
