import HTTP
import Tenancy

/// The gate that limits the requests from one address, or from one /64 of IPv6 addresses, since a client may use a whole /64.
struct AddressGate: Gate {
    private let rates: RateGuard

    init(_ rates: RateGuard) { self.rates = rates }

    func pass(_ passage: Passage) async throws -> Fields {
        guard let limit = rates.addressLimit else { return Fields() }
        // All peers without an IP address, such as Unix sockets, share one bucket.
        let address = (Address(passage.request.peer) ?? .none).subscriber
        let decision = rates.addresses.take(passage.cost, of: address, limit, now: rates.now())
        // Building the fields costs more than the rest of the gate.
        let fields = { RateFields.fields(policy: "address", limit, decision) }
        guard decision.isAdmitted else {
            rates.count(.address)
            throw GateRefusal(.rateLimited("too many requests from this IP address", decision), fields())
        }
        return passage.sendsFields ? fields() : Fields()
    }
}

/// The gate that limits the requests of one account from all its addresses together. A request without an account passes.
struct AccountGate: Gate {
    private let rates: RateGuard

    init(_ rates: RateGuard) { self.rates = rates }

    func pass(_ passage: Passage) async throws -> Fields {
        guard let caller = passage.caller, let limit = rates.accountLimit else { return Fields() }
        let account = RateGuard.Account(tenant: passage.tenant.id, userID: caller.userID)
        let decision = rates.accounts.take(passage.cost, of: account, limit, now: rates.now())
        // Building the fields costs more than the rest of the gate.
        let fields = { RateFields.fields(policy: "account", limit, decision) }
        guard decision.isAdmitted else {
            rates.count(.account)
            throw GateRefusal(.rateLimited("too many requests from this account", decision), fields())
        }
        return passage.sendsFields ? fields() : Fields()
    }
}

/// The gate that limits the requests of all clients of a tenant together. Only a refusal has the rate limit fields, because in other responses they
/// would show each client how many requests the others send.
struct TenantGate: Gate {
    private let rates: RateGuard

    init(_ rates: RateGuard) { self.rates = rates }

    func pass(_ passage: Passage) async throws -> Fields {
        guard let limit = rates.limit(of: passage.tenant) else { return Fields() }
        let decision = rates.tenants.take(passage.cost, of: passage.tenant.id, limit, now: rates.now())
        guard decision.isAdmitted else {
            rates.count(.tenant)
            throw GateRefusal(
                .rateLimited("too many requests to \(passage.tenant.name)", decision),
                RateFields.fields(policy: "tenant", limit, decision))
        }
        return Fields()
    }
}

extension Passage {
    fileprivate var cost: Int { RateLimit.cost(of: route) }

    /// Whether an admitted request gets the rate limit fields. Browsers and old phones ignore them.
    fileprivate var sendsFields: Bool { route.errors == .problem }
}

extension APIError {
    /// A 429 error (RFC 6585 §4). The detail begins with `what`.
    fileprivate static func rateLimited(_ what: String, _ decision: TokenBucket.Decision) -> APIError {
        let seconds = max(1, decision.wait)
        return APIError(
            .tooManyRequests, code: .rateLimited, "\(what); try again in \(seconds) s", retryAfter: seconds)
    }
}
