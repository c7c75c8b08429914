import ConcertNotes
import ConcertReading
import HTTP
import INotes
import Tenancy
import Web

/// The responses that the event loop sends from memory: the documents of the iNotes app, the concert documents of the API, and the live position, for
/// hosts that are in memory.
struct MemoryAnswers: Sendable {
    let directory: TenantDirectory
    let library: INotesLibrary
    let reading: ReadingLibrary
    let hub: LiveHub
    let rates: RateGuard

    private static let live = Array("/api/v1/live".utf8)
    private static let interface = Array("/api/v1/".utf8)

    /// A number that increases when a prebuilt response may be outdated.
    var version: UInt64 { directory.version &+ library.version &+ reading.version }

    /// Returns the response from memory; `nil` if the router must handle the request. Does not suspend.
    func answer(_ request: borrowing RequestView) -> MemoryAnswer? {
        guard case .hit(let tenant) = directory.cached(authority: request.authority) else { return nil }
        if request.target.elementsEqual(Self.live) {
            return hub.cachedAnswer(in: tenant.id).map {
                var answer = MemoryAnswer(
                    $0, label: AnswerLabel(route: "/api/v1/live", realm: tenant.slug), quota: rates.addressQuota)
                answer.crossOrigin = tenant.crossOriginPolicy
                return answer
            }
        }
        var answer =
            request.target.starts(with: Self.interface)
            ? readingAnswer(tenant, request.target)
            : library.answerFromMemory(tenant: tenant, target: request.target)
        // The tenant's current list may be newer than the response.
        if !tenant.allowedOrigins.isEmpty { answer?.crossOrigin = tenant.crossOriginPolicy }
        return answer
    }

    private func readingAnswer(_ tenant: Tenant, _ target: UnsafeBufferPointer<UInt8>) -> MemoryAnswer? {
        reading.answerFromMemory(tenant: tenant, target: target).map {
            MemoryAnswer($0.representation, label: $0.label, keptFor: $0.keptFor, quota: rates.addressQuota)
        }
    }
}
