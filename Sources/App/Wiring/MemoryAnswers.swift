import ConcertNotes
import HTTP
import INotes
import Tenancy
import Web

/// What the event loop answers by itself: the old phones' files and the live position, for a host that is in
/// memory. Everything else takes the way through the router.
struct MemoryAnswers: Sendable {
    let directory: TenantDirectory
    let library: INotesLibrary
    let hub: LiveHub
    let rates: RateGuard

    private static let live = Array("/api/v1/live".utf8)

    /// Rises when an answer that a loop kept may have become wrong: another tenant, or another edition of its content.
    var version: UInt64 { directory.version &+ library.version }

    /// The prebuilt answer, or `nil`. No suspension, no lock held while anything is built.
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
        var answer = library.answerFromMemory(tenant: tenant, target: request.target)
        // The tenant's list as it is now, not as it was when the answer was made.
        if !tenant.allowedOrigins.isEmpty { answer?.crossOrigin = tenant.crossOriginPolicy }
        return answer
    }
}
