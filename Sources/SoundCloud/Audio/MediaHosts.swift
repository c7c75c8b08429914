import Foundation

/// The hosts from which audio and pictures may be read (spec S1.24, Decided 16).
///
/// Addresses come from SoundCloud's responses, so only SoundCloud's hosts over TLS and the configured API are read, without a token or redirects.
struct MediaHosts: Sendable, Hashable {
    /// The host names; each includes its subdomains.
    let names: [String]
    /// The configured address of the API. Media may be read from this address too, because a stand-in serves its own audio.
    let api: String

    /// Returns the absolute address of a reference, which is relative to the address of the playlist `base`, or absolute without one; `nil` if the
    /// address is not valid or its host is not allowed.
    func address(of reference: String, in base: String? = nil) -> String? {
        let url = base.flatMap { URL(string: $0) }.map { URL(string: reference, relativeTo: $0)?.absoluteURL }
        guard let url = url ?? URL(string: reference), allows(url) else { return nil }
        let text = url.absoluteString
        return text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } ? text : nil
    }

    private func allows(_ url: URL) -> Bool {
        guard url.user == nil, url.password == nil, let host = url.host()?.lowercased(), let scheme = url.scheme else {
            return false
        }
        if let api = URL(string: api), scheme == api.scheme, host == api.host()?.lowercased(), url.port == api.port {
            return true
        }
        guard scheme == "https", url.port == nil || url.port == 443 else { return false }
        return names.contains { host == $0 || host.hasSuffix("." + $0) }
    }
}
