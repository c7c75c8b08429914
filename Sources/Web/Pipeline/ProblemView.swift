import HTTP

/// A problem in the format `application/problem+json` (RFC 9457).
///
/// Only 5xx problems contain the request ID, so that a missing resource and one of another tenant give equal bytes (spec Decided 6, S1.1, S1.23).
struct ProblemView: Sendable {
    private let body: Body
    private let status: Status

    private struct Body: Encodable, Sendable {
        let type: String
        let title: String
        let status: Int
        let detail: String
        let code: String
        let requestId: String?
        let faults: [APIError.Fault]?
        let actions: [APIError.Action]?
        let versions: APIError.Versions?
    }

    init(_ error: APIError, requestID: String) {
        status = error.status
        body = Body(
            type: error.code.problemType, title: error.title ?? error.status.reason,
            status: error.status.code,
            detail: error.detail, code: error.code.rawValue, requestId: error.status.code >= 500 ? requestID : nil,
            faults: error.faults.isEmpty ? nil : error.faults, actions: error.actions.isEmpty ? nil : error.actions,
            versions: error.versions)
    }

    func response(fields: Fields) -> Response {
        let mediaType = "application/problem+json"
        if let response = try? Response.json(body, status: status, fields: fields, mediaType: mediaType) {
            return response
        }
        // Not reached: strings, whole numbers and parsed JSON can be encoded.
        return .bytes(Array("{}".utf8), mediaType: mediaType, status: status, fields: fields)
    }
}

extension APIError.Versions: Encodable {
    private enum CodingKeys: String, CodingKey { case known, current, content }

    public func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: CodingKeys.self)
        try members.encode(known, forKey: .known)
        try members.encode(current, forKey: .current)
        try members.encodeIfPresent(content.flatMap { try? JSONParser.parse($0) }, forKey: .content)
    }
}
