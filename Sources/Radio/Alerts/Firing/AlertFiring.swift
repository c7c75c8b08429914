import HTTP
import Web

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// That an account was told of a broadcast.
struct AlertFiring: Sendable, Hashable {
    /// Rises with every firing of a tenant.
    let number: Int64
    let account: Int64
    let airing: AlertedAiring
    let firedAt: Instant

    /// Until when it is of use to be told.
    var isOfUseUntil: Instant { airing.startsAt.advanced(byMs: AlertRule.graceMs) }

    /// As an open stream is told.
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
