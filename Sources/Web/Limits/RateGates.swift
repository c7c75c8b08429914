import HTTP
import Tenancy

/// Holds what one address asks for to a limit. An IPv6 client is its /64: it may use any address of that.
struct AddressGate: Gate {
    private let rates: RateGuard

    init(_ rates: RateGuard) { self.rates = rates }

    func pass(_ passage: Passage) async throws -> Fields {
        guard let limit = rates.addressLimit else { return Fields() }
        // A peer without an address, such as a Unix socket, counts as one and the same.
        let address = (Address(passage.request.peer) ?? .none).subscriber
        let verdict = rates.addresses.take(passage.cost, of: address, limit, now: rates.now())
        let fields = RateFields.fields(policy: "address", limit, verdict)
        guard verdict.isAdmitted else {
            rates.count(.address)
            throw GateRefusal(.rateLimited("too many requests from this address", verdict), fields)
        }
        return passage.tells ? fields : Fields()
    }
}

/// Holds what one account asks for to a limit, whatever addresses it comes from.
struct AccountGate: Gate {
    private let rates: RateGuard

    init(_ rates: RateGuard) { self.rates = rates }

    func pass(_ passage: Passage) async throws -> Fields {
        guard let caller = passage.caller, let limit = rates.accountLimit else { return Fields() }
        let account = RateGuard.Account(tenant: passage.tenant.id, userID: caller.userID)
        let verdict = rates.accounts.take(passage.cost, of: account, limit, now: rates.now())
        let fields = RateFields.fields(policy: "account", limit, verdict)
        guard verdict.isAdmitted else {
            rates.count(.account)
            throw GateRefusal(.rateLimited("too many requests from this account", verdict), fields)
        }
        return passage.tells ? fields : Fields()
    }
}

/// Holds what all clients of a tenant ask for together to a limit, so that one hall leaves room for another.
///
/// Its fields are on the refusal only: how much the others ask for is not for each client to read.
struct TenantGate: Gate {
    private let rates: RateGuard

    init(_ rates: RateGuard) { self.rates = rates }

    func pass(_ passage: Passage) async throws -> Fields {
        guard let limit = rates.limit(of: passage.tenant) else { return Fields() }
        let verdict = rates.tenants.take(passage.cost, of: passage.tenant.id, limit, now: rates.now())
        guard verdict.isAdmitted else {
            rates.count(.tenant)
            throw GateRefusal(
                .rateLimited("too many requests to \(passage.tenant.name)", verdict),
                RateFields.fields(policy: "tenant", limit, verdict))
        }
        return Fields()
    }
}

extension Passage {
    fileprivate var cost: Int { RateLimit.cost(of: route) }

    /// Whether the client is a program that can make something of the fields; a browser and an old phone cannot.
    fileprivate var tells: Bool { route.errors == .problem }
}

extension APIError {
    /// 429 (RFC 6585 §4).
    fileprivate static func rateLimited(_ what: String, _ verdict: TokenBucket.Verdict) -> APIError {
        let seconds = max(1, verdict.wait)
        return APIError(
            .tooManyRequests, code: "rate-limited", "\(what); try again in \(seconds) s", retryAfter: seconds)
    }
}
