import FoundationEssentials
import HTTP
import Tenancy
import Web

/// A stream as JSON, for its account.
struct StreamLeaseView: Encodable, Sendable {
    let id: String
    /// The name of the device; absent if empty.
    let device: String?
    let startedAt: Date
    /// The time at which the stream ends unless the device renews it.
    let expiresAt: Date

    init(_ stream: StreamLease) {
        id = stream.id.description
        device = stream.device.isEmpty ? nil : stream.device
        startedAt = stream.startedAt
        expiresAt = stream.expiresAt
    }
}

/// The problem details (RFC 9457) for an account that has reached its limit of streams.
struct StreamConflictView: Encodable, Sendable {
    let type: String
    let title: String?
    let status: Int
    let detail: String
    let code: String
    let streams: [StreamLeaseView]
    let actions: [APIError.Action]

    init(_ streams: [StreamLease], _ texts: TenantTexts) {
        let takeOver = APIError.Action(
            id: "take-over", label: texts[.tooManyStreamsTakeOver], clearsCredentials: false)
        let error = APIError(
            .conflict, code: .tooManyStreams, texts[.tooManyStreamsDetail], title: texts[.tooManyStreamsTitle],
            actions: [takeOver])
        (type, code) = (error.code.problemType, error.code.rawValue)
        (title, status, detail) = (error.title, error.status.code, error.detail)
        self.streams = streams.map(StreamLeaseView.init)
        actions = error.actions
    }

    func response() throws -> Response {
        try .json(
            self, status: .conflict, fields: ["Cache-Control": "no-store"], mediaType: "application/problem+json")
    }
}
