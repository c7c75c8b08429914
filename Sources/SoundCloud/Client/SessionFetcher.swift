import Foundation
import FoundationNetworking
import Synchronization

/// A `Fetcher` with Foundation's `URLSession`. The delegate refuses redirects and limits the length of the content; `fetch` enforces a deadline.
public struct SessionFetcher: Fetcher {
    private let session: URLSession
    private let exchanges: Exchanges
    private let limit: Duration

    /// Creates a fetcher. `limit` is the maximum duration of an exchange, `lengthLimit` the maximum length of the decompressed content in bytes, and
    /// `connections` the maximum number of connections to one host.
    public init(limit: Duration = .seconds(20), lengthLimit: Int = 8 << 20, connections: Int = 16) {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpCookieStorage = nil
        configuration.httpShouldSetCookies = false
        configuration.httpMaximumConnectionsPerHost = connections
        // The deadline in `fetch` is earlier; this timeout only replaces the default of one minute.
        configuration.timeoutIntervalForRequest = Double(limit.components.seconds) + 5
        exchanges = Exchanges(lengthLimit: lengthLimit)
        session = URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil)
        self.limit = limit
    }

    public func fetch(_ request: UpstreamRequest) async throws -> UpstreamResponse {
        guard let url = URL(string: request.address) else { throw FetchFailure.badAddress }
        var message = URLRequest(url: url)
        message.httpMethod = request.method
        message.httpBody = request.body.map { Data($0) }
        for field in request.fields { message.setValue(field.value, forHTTPHeaderField: field.name) }
        let task = session.dataTask(with: message)
        let number = task.taskIdentifier
        let deadline = Task { [exchanges, limit] in
            try await Task.sleep(for: limit)
            exchanges.end(number, .timeout)
            task.cancel()
        }
        defer { deadline.cancel() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchanges.begin(number, continuation)
                task.resume()
            }
        } onCancel: {
            task.cancel()
        }
    }
}

/// The current exchanges, by task identifier.
private final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    private struct Exchange {
        let continuation: CheckedContinuation<UpstreamResponse, any Error>
        var head: (status: Int, fields: [String: String])?
        var body: [UInt8] = []
    }

    private let lengthLimit: Int
    private let open = Mutex<[Int: Exchange]>([:])

    init(lengthLimit: Int) { self.lengthLimit = lengthLimit }

    func begin(_ number: Int, _ continuation: CheckedContinuation<UpstreamResponse, any Error>) {
        open.withLock { $0[number] = Exchange(continuation: continuation) }
    }

    /// Ends an exchange with a failure if it is still running.
    func end(_ number: Int, _ failure: FetchFailure) {
        open.withLock { $0.removeValue(forKey: number) }?.continuation.resume(throwing: failure)
    }

    func urlSession(
        _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest, completionHandler: @escaping (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping (URLSession.ResponseDisposition) -> Void
    ) {
        note(response, of: dataTask.taskIdentifier)
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let number = dataTask.taskIdentifier
        let isTooLong = open.withLock { open in
            open[number]?.body.append(contentsOf: data)
            return (open[number]?.body.count ?? 0) > lengthLimit
        }
        guard isTooLong else { return }
        end(number, .tooLong)
        dataTask.cancel()
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if error == nil, let response = task.response { note(response, of: task.taskIdentifier) }
        guard let exchange = open.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
        if let error {
            let code = (error as? URLError)?.code
            let failure: any Error =
                switch code {
                case .cancelled: CancellationError()
                case .timedOut: FetchFailure.timeout
                default: FetchFailure.broken(code.map { "\($0.rawValue)" } ?? "unknown")
                }
            exchange.continuation.resume(throwing: failure)
        } else if let head = exchange.head {
            exchange.continuation.resume(
                returning: UpstreamResponse(status: head.status, fields: head.fields, body: exchange.body))
        } else {
            exchange.continuation.resume(throwing: FetchFailure.broken("no answer"))
        }
    }

    private func note(_ response: URLResponse, of number: Int) {
        guard let response = response as? HTTPURLResponse else { return }
        var fields: [String: String] = [:]
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let value = value as? String else { continue }
            fields[name.lowercased()] = value
        }
        let head = (status: response.statusCode, fields: fields)
        open.withLock { $0[number]?.head = head }
    }
}
