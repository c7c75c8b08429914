import QRCode
import Tenancy

/// The content of a poster: the title of the concert, and the address at which its notes are read.
public struct Poster: Sendable, Hashable {
    public let house: String
    /// The title of the concert; `nil` for a poster that names no concert.
    public let title: String?
    /// The address of the audience page.
    public let address: String

    /// Creates the content of a poster. `title` is the title of the concert; `nil` for a poster that names no concert. `origin` is the origin of the
    /// tenant's public URLs.
    public init(house: String, title: String?, origin: Origin) {
        self.house = house
        self.title = title
        address = origin.url("/live")
    }

    var heading: String { title ?? house }

    static let lead = "Read along on your phone. The notes follow the music automatically."
    static let scan = "Scan the code, or open"
    static let promise = "No app, no account, no cookies."

    /// Returns the QR code of the address. Throws `QRCodeError` for an address that is not ASCII or has more than 213 characters.
    func symbol() throws(QRCodeError) -> QRSymbol { try QRSymbol(address) }
}
