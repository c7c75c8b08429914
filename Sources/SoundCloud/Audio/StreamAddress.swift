extension MusicService {
    /// Returns the address unchanged, for services whose streams need no token.
    public func openAddress(of stream: String, as tokens: any TokenSource) async throws -> String { stream }
}

extension SoundCloud {
    /// Returns the signed address to which a stream address of the API redirects, and which needs no token. Returns any
    /// other address, and one that does not redirect, unchanged.
    public func openAddress(of stream: String, as tokens: any TokenSource) async throws -> String {
        guard let target = try? cursor(stream) else { return stream }
        struct Found: Error { let address: String }
        do {
            try await send(target, as: tokens) { throw Found(address: $0) }
            return stream
        } catch let found as Found {
            return found.address
        }
    }
}
