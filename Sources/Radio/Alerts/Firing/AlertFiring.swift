import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// The firing of an account's alert on one broadcast.
struct AlertFiring: Sendable, Hashable {
    /// The sequence number. Within a tenant, firings are committed in numerical order.
    let number: Int64
    let account: Int64
    let airing: AlertedAiring
    let firedAt: Instant

    /// The instant until which streams send the alert.
    var isOfUseUntil: Instant { airing.startsAt.advanced(byMs: AlertRule.graceMs) }

    /// The event for open streams. The number of the firing is the ID of the event.
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
        // Encoding strings, dates and booleans never fails.
        let bytes = try? encoder.encode(Word(airing: AlertedAiringView(airing), firedAt: firedAt))
        return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }
}
