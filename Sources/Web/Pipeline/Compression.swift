import Gzip
import HTTP

/// The compression of dynamic responses on worker threads.
///
/// The length of a compressed response can reveal a secret in it to an attacker who makes a browser send guesses that appear in the response (BREACH,
/// CVE-2013-3587). So responses to requests with cookies, and responses that contain a text in the form of a credential, are not compressed.
struct Compression: Sendable {
    /// The minimum length of a response to compress, in bytes. A shorter response is not worth the move to another thread.
    static let least = 1024
    /// The zlib level. 95 kB of XML take 0.6 ms, against 1.8 ms at zlib's default level of 6; the result is an eighth larger (spec H5).
    private static let level = 4
    private static let secretLength = SecretKey.length

    private let workers: Workers

    init(workers: Workers) { self.workers = workers }

    /// Returns the request without the suffix for gzip in the tags of `If-Match` and `If-None-Match`, because endpoints use only the tags of the
    /// uncompressed content.
    static func withPlainTags(_ request: Request) -> Request {
        var request = request
        for name in ["If-Match", "If-None-Match"] {
            let lines = request.fields.values(of: name)
            guard lines.contains(where: { $0.contains(suffix) }) else { continue }
            request.fields[name] = lines.joined(separator: ",").replacing(suffix, with: "\"")
        }
        return request
    }

    private static let suffix = "-gzip\""

    /// Returns the response for this client: a 200 response of HTML, CSV or JSON with at least `least` bytes gets `Vary` and may be compressed, and a
    /// 304 gets the tag that the client has. Only responses to GET and HEAD are changed.
    ///
    /// - Parameter request: the original request, with the entity tags as the client sent them.
    func applied(to response: Response, of request: Request) async -> Response {
        guard request.method == .get || request.method == .head else { return response }
        if response.status == .notModified { return notModified(response, of: request) }
        guard response.status == .ok, case .bytes(let bytes) = response.content, bytes.count >= Self.least,
            response.fields["Content-Encoding"] == nil, Self.compresses(response.fields["Content-Type"])
        else { return response }
        var response = response
        response.fields.append("Vary", "Accept-Encoding")
        guard request.prefersGzip, request.fields["Cookie"] == nil else { return response }
        // If too many jobs are waiting, the response is sent uncompressed.
        let packed = try? await workers.run(for: response.realm) { () -> [UInt8]? in
            Self.holdsSecret(bytes) ? nil : try Gzip.compress(bytes, level: Self.level)
        }
        guard let packed, packed.count < bytes.count else { return response }
        response.content = .bytes(packed)
        response.fields["Content-Encoding"] = "gzip"
        if let tag = response.fields["ETag"] { response.fields["ETag"] = Self.packedTag(tag) }
        return response
    }

    private func notModified(_ response: Response, of request: Request) -> Response {
        guard case .none = response.content, let tag = response.fields["ETag"] else { return response }
        var response = response
        if !response.fields.values(of: "Vary").contains("Accept-Encoding") {
            response.fields.append("Vary", "Accept-Encoding")
        }
        let known = request.fields.values(of: "If-None-Match")
        if request.prefersGzip, known.contains(where: { $0.contains(Self.packedTag(tag)) }) {
            response.fields["ETag"] = Self.packedTag(tag)
        }
        return response
    }

    private static func packedTag(_ tag: String) -> String { tag.hasSuffix("\"") ? tag.dropLast() + suffix : tag }

    private static func compresses(_ mediaType: String?) -> Bool {
        guard let mediaType else { return false }
        if mediaType == "text/html; charset=utf-8" { return true }
        let name = ASCII.lowered(mediaType.prefix { $0 != ";" && $0 != " " })
        return ["text/html", "text/csv", "application/json"].contains(name) || name.hasSuffix("+json")
    }

    /// Returns whether the content has a run of base64url characters that is exactly as long as a credential.
    private static func holdsSecret(_ bytes: [UInt8]) -> Bool {
        var run = 0
        for byte in bytes {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): run += 1
            default:
                if run == secretLength { return true }
                run = 0
            }
        }
        return run == secretLength
    }
}
