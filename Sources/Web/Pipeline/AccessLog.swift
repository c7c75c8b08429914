import HTTP
import Logging

/// One `info` line for each finished exchange (STYLE, "Logging and settings"): the route's template rather
/// than the path, no query, no address of a person.
public struct AccessLog: ExchangeObserver {
    private let logger: Logger

    public init(logger: Logger) { self.logger = logger }

    public func finished(_ exchange: borrowing Exchange) {
        guard logger.logLevel <= .info else { return }
        logger.info(
            "request",
            metadata: [
                "tenant": "\(exchange.realm)", "route": "\(exchange.route)", "method": "\(exchange.method)",
                "status": "\(exchange.status)", "bytes": "\(exchange.bytesSent)",
                "ms": "\(Self.milliseconds(exchange.nanoseconds))",
            ])
    }

    /// With three decimals, by whole-number arithmetic.
    private static func milliseconds(_ nanoseconds: UInt64) -> String {
        let microseconds = nanoseconds / 1000
        let decimals = String(microseconds % 1000 + 1000).dropFirst()
        return "\(microseconds / 1000).\(decimals)"
    }
}
