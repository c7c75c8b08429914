import FoundationEssentials
import HTTP
import Tenancy
import Web

/// A stream as its player keeps it.
struct StreamLeaseView: Encodable, Sendable {
    let id: String
    /// What the owner calls the device, where the player said.
    let device: String?
    let startedAt: Date
    /// When it ends unless it is renewed before.
    let expiresAt: Date

    init(_ stream: StreamLease) {
        id = stream.id.description
        device = stream.device.isEmpty ? nil : stream.device
        startedAt = stream.startedAt
        expiresAt = stream.expiresAt
    }
}

/// What `findStreams` answers.
struct StreamLeaseListView: Encodable, Sendable {
    let streams: [StreamLeaseView]

    init(_ streams: [StreamLease]) { self.streams = streams.map(StreamLeaseView.init) }
}

/// The problem (RFC 9457) of an account that plays on as many devices as it may: what plays, as an extension member, and
/// the way to play here instead.
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
