import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// An alert that fired for one account and one broadcast.
struct AlertFiring: Sendable, Hashable {
    /// The number of the firing, which increases with every firing of a tenant.
    let number: Int64
    let account: Int64
    let airing: AlertedAiring
    let firedAt: Instant

    /// The time until which the alert is still useful to the listener.
    var isOfUseUntil: Instant { airing.startsAt.advanced(byMs: AlertRule.graceMs) }

    /// The event for open streams.
    var event: ServerSentEvent {
        ServerSentEvent(id: "\(number)", name: "alert", data: json, topic: airing.id.description)
    }

    private struct Word: Encodable {
        let airing: AlertedAiringView
        let firedAt: Instant
    }

    private var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and booleans always encode.
        let bytes = try? encoder.encode(Word(airing: AlertedAiringView(airing), firedAt: firedAt))
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
