import FoundationEssentials
import HTTP
import Tenancy
import Web

/// The JSON of a stream.
struct StreamLeaseView: Encodable, Sendable {
    let id: String
    /// The name of the device, if the player sent one.
    let device: String?
    let startedAt: Date
    /// The end of the stream if it is not renewed before.
    let expiresAt: Date

    init(_ stream: StreamLease) {
        id = stream.id.description
        device = stream.device.isEmpty ? nil : stream.device
        startedAt = stream.startedAt
        expiresAt = stream.expiresAt
    }
}

/// The response to `findStreams`.
struct StreamLeaseListView: Encodable, Sendable {
    let streams: [StreamLeaseView]

    init(_ streams: [StreamLease]) { self.streams = streams.map(StreamLeaseView.init) }
}

/// The problem (RFC 9457) if an account has reached its limit of streams. An extension member lists the streams, and an action
/// offers to take over.
struct StreamConflictView: Encodable, Sendable {
    let type = "urn:tutti:problem:too-many-streams"
    let title: String
    let status = Status.conflict.code
    let detail: String
    let code = "too-many-streams"
    let streams: [StreamLeaseView]
    let actions: [APIError.Action]

    init(_ streams: [StreamLease], _ texts: TenantTexts) {
        title = texts[.tooManyStreamsTitle]
        detail = texts[.tooManyStreamsDetail]
        self.streams = streams.map(StreamLeaseView.init)
        let label = texts[.tooManyStreamsTakeOver]
        actions = [APIError.Action(id: "take-over", label: label, clearsCredentials: false)]
    }

    func response() throws -> Response {
        try .json(
            self, status: .conflict, fields: ["Cache-Control": "no-store"], mediaType: "application/problem+json")
    }
}
