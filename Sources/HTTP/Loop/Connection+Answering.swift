/// The part of a connection that hands requests to their handlers, and encodes and records the responses.
extension Connection {
    /// Answers the request whose head is in the loop's parser with a response from memory.
    func answer(_ answer: MemoryAnswer, _ bytes: Bytes, on loop: isolated EventLoop) {
        let before = loop.output.count
        let id = RequestID(bits: loop.identifiers.next())
        let context = AnswerContext(
            loop.parser.head, in: bytes, requestID: id, quota: answer.quota,
            crossOrigin: answer.crossOrigin.map { $0.fields(for: bytes[loop.parser.head.origin]) })
        let (status, large) = loop.encoder.encode(
            answer.representation, context, persists: conversation.persists, to: &loop.output)
        if let recorder = loop.recorder {
            recorder.finished(
                Exchange(
                    method: context.method, label: answer.label, status: status,
                    bytesSent: loop.output.count - before + (large?.count ?? 0),
                    nanoseconds: MonotonicTime.now.nanoseconds - loop.now.nanoseconds, time: loop.wallTime, id: id,
                    trace: loop.trace(bytes), peer: peerAddress,
                    path: Bytes(rebasing: bytes[loop.parser.head.target][..<loop.parser.head.pathLength]),
                    userAgent: bytes[loop.parser.head.userAgent],
                    forwardedFor: bytes[loop.parser.head.forwardedFor],
                    forwarded: bytes[loop.parser.head.forwarded],
                    hasXForwarded: loop.parser.head.hasXForwarded))
        }
        answered(large, on: loop)
    }

    func dispatch(_ request: consuming Request, on loop: isolated EventLoop) {
        if request.path == "*" {
            // `OPTIONS *` is a request about the server as a whole (RFC 9110 §9.3.7).
            return finish(
                Response(
                    .noContent,
                    fields: [
                        "Allow": "GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS", "X-Request-ID": request.id.text,
                    ]), on: loop)
        }
        let task = loop.dispatch(request, of: self)
        exchange?.task = task
    }

    /// Sends the handler's response. If content of the request is still to come, the handler does not get it, and the response is the connection's
    /// last. If an event stream would exceed a limit, the responder's refusal is sent instead. Does nothing if the connection is closed or the
    /// request was refused meanwhile.
    func finish(_ response: consuming Response, on loop: isolated EventLoop) {
        guard !isClosed, exchange != nil else { return }
        if endContent(.disconnected) { mayBeSending = true }
        guard let exchange = exchange.take() else { return }
        if !isProcessing { loop.readClocks() }
        if let refused = refused(response, for: exchange.context.method, on: loop) { response = refused }
        let before = loop.output.count
        let status: Int
        var large: LargeContent?
        if case .events(let broadcaster, let lastEventID) = response.content {
            status = response.status.code
            loop.encoder.encodeStreamHead(response, exchange.context, to: &loop.output)
            conversation.openStream()
            if exchange.context.method == .head {
                conversation.endStream()
            } else {
                openStream(
                    broadcaster, lastEventID, realm: response.realm, isChunked: !exchange.context.isHTTP10, on: loop)
            }
        } else if case .stream(let content) = response.content {
            let opened: StreamOpening?
            (status, opened) = loop.encoder.encodeHead(of: content, response, exchange.context, to: &loop.output)
            conversation.openStream(isPatient: true)
            if let opened {
                openDownload(
                    of: content, opened, isChunked: opened.length == nil && !exchange.context.isHTTP10, on: loop)
            } else {
                conversation.endStream()
            }
        } else {
            (status, large) = loop.encoder.encode(
                response, exchange.context, persists: conversation.persists, to: &loop.output)
        }
        if let recorder = loop.recorder {
            exchange.facts.record(
                recorder, method: exchange.context.method,
                label: loop.labels.label(route: response.route, realm: response.realm),
                status: status, bytesSent: loop.output.count - before + (large?.count ?? 0),
                nanoseconds: MonotonicTime.now.nanoseconds - exchange.started.nanoseconds, time: loop.wallTime,
                peer: peerAddress)
        }
        if stream == nil, conversation.phase == .answering { answered(large, on: loop) }
        if !isProcessing { resume(on: loop) }
    }

    /// Counts an event stream, unless the method is HEAD. Returns the refusal to send instead if a limit is reached; otherwise `nil`.
    private func refused(
        _ response: borrowing Response, for method: Method, on loop: isolated EventLoop
    ) -> Response? {
        guard case .events = response.content, method != .head,
            let refusal = loop.counts.streams.enter(
                response.realm, client.network, realmLimit: response.realmStreams, limits: loop.limits)
        else { return nil }
        return loop.responder.refusal(refusal, inPlaceOf: response)
    }

    func reject(_ rejection: Rejection, on loop: isolated EventLoop) {
        loop.logger.trace("request refused", metadata: ["rule": "\(rejection)"])
        var context = exchange?.context ?? AnswerContext(rejected: loop.parser.head)
        exchange?.content?.end(rejection == .timeout ? .timeout : .malformed)
        let facts = exchange?.facts
        let id = facts?.id ?? RequestID(bits: loop.identifiers.next())
        context.requestID = id
        if let request = exchange?.request { context.crossOrigin = loop.responder.crossOriginFields(of: request) }
        let before = loop.output.count
        loop.encoder.encode(rejection, context, to: &loop.output)
        if let recorder = loop.recorder {
            let (status, count) = (rejection.status.code, loop.output.count - before)
            if let facts {
                facts.record(
                    recorder, method: context.method, label: .malformed, status: status, bytesSent: count,
                    nanoseconds: 0, time: loop.wallTime, peer: peerAddress)
            } else {
                recorder.finished(
                    Exchange(
                        method: context.method, label: .malformed, status: status, bytesSent: count, nanoseconds: 0,
                        time: loop.wallTime, id: id,
                        trace: TraceID(upper: loop.identifiers.next(), lower: loop.identifiers.next() | 1),
                        peer: peerAddress))
            }
        }
        exchange = nil
        mayBeSending = true
        answered(nil, on: loop)
    }

    func answered(_ large: LargeContent?, on loop: isolated EventLoop) {
        conversation.answered(at: loop.now, limits: loop.limits)
        hasJustAnswered = true
        // Responses to pipelined requests are collected up to the size of the buffer.
        if large != nil || loop.output.count >= 64 * 1024 { flush(large, on: loop) }
    }
}
