import Tenancy

/// A radio channel with the address of its stream.
public struct InternetRadioStation: Sendable, Hashable {
    public let id: Int64
    public let name: String
    public let streamURL: String
    /// The channel's website; `nil` if there is none.
    public let homepageURL: String?

    public init(id: Int64, name: String, streamURL: String, homepageURL: String?) {
        (self.id, self.name, self.streamURL, self.homepageURL) = (id, name, streamURL, homepageURL)
    }
}

/// The radio channels of a tenant, which `App` supplies from the module Radio.
public protocol InternetRadio: Sendable {
    /// Returns the active channels that have a stream, in the order of the line-up.
    func stations(in tenant: TenantID) async throws -> [InternetRadioStation]
}
