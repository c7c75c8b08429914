/// The part of a connection that receives content while its handler reads the content.
extension Connection {
    /// Starts the handler before the content arrives. No content is received before the handler reads, so the handler can refuse the request without
    /// 100 Continue being sent.
    ///
    /// - Parameters:
    ///   - limit: the maximum length of the content in bytes; a longer Content-Length is rejected with 413.
    ///   - moreInput: whether content has already arrived, so that no 100 Continue is needed.
    func dispatchEarly(
        _ request: consuming Request, _ head: RequestHead, limit: Int, moreInput: Bool, on loop: isolated EventLoop
    ) {
        if let rejection = conversation.admitStreamedContent(head, limit: limit) {
            return reject(rejection, on: loop)
        }
        let content = ContentStream()
        exchange?.content = content
        exchange?.awaitsContinue = head.expectsContinue && !moreInput
        request.content = content
        loop.awaitRoom(in: content, for: self)
        dispatch(request, on: loop)
    }

    /// Continues to receive content after the handler has read all content that arrived before, and sends 100 Continue if the client waits for it.
    func contentWanted(_ content: ContentStream, _ loop: isolated EventLoop) {
        guard !isClosed, let exchange, exchange.content === content, conversation.phase == .withheld else { return }
        loop.readClocks()
        conversation.receiveContent(at: loop.now, limits: loop.limits)
        if exchange.awaitsContinue {
            exchange.awaitsContinue = false
            loop.output.append("HTTP/1.1 100 Continue\r\n\r\n")
        }
        resume(on: loop)
    }

    /// Passes content to the handler, and stops receiving while the handler has too much unread content.
    func contentArrived(_ bytes: [UInt8], isLast: Bool, on loop: isolated EventLoop) {
        guard let content = exchange?.content else { return }
        let hasRoom = bytes.isEmpty || content.append(bytes)
        if isLast {
            content.end()
        } else if !hasRoom {
            conversation.withholdContent()
            loop.awaitRoom(in: content, for: self)
        }
    }

    /// Ends the content early for its handler, whose response then ends the connection. Returns `false` if no handler was reading content.
    @discardableResult
    func endContent(_ error: ContentStreamError) -> Bool {
        guard conversation.abandonContent() else { return false }
        exchange?.content?.end(error)
        return true
    }
}
