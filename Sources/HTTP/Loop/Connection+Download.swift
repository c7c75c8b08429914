/// The part of a connection that sends streamed content.
extension Connection {
    /// Opens the content and requests its first bytes. The head is already in the loop's output.
    func openDownload(
        of content: StreamedContent, _ opening: StreamOpening, isChunked: Bool, on loop: isolated EventLoop
    ) {
        download = ContentDownload(content.open(opening.range), isChunked: isChunked, length: opening.length)
        pull(on: loop)
    }

    /// Requests more bytes, unless a request is pending or the socket has not taken the previous bytes.
    func pull(on loop: isolated EventLoop) {
        guard !isClosed, queue.isEmpty, let download, download.task == nil else { return }
        download.task = loop.pull(from: download.source, for: self)
    }

    /// Sends the source's bytes, or ends the response for `nil`. An error of the source or a wrong number of bytes resets the connection.
    func pulled(_ result: Result<[UInt8]?, any Error>, on loop: isolated EventLoop) {
        guard !isClosed, let download else { return }
        download.task = nil
        loop.readClocks()
        switch result {
        case .success(let bytes?):
            send(bytes, of: download, on: loop)
        case .success(nil) where (download.missing ?? 0) == 0:
            leaveDownload()
            conversation.endStream()
            if download.isChunked { queueOrSend(EventFrame.lastChunk, on: loop) }
            endTurn(on: loop)
        case .success(nil), .failure:
            // A reset tells the client that the content is incomplete (RFC 9112 §8).
            loop.logger.debug("streamed content failed", metadata: ["peer": "\(peer)"])
            close(on: loop, reset: true)
        }
    }

    private func send(_ bytes: [UInt8], of download: ContentDownload, on loop: isolated EventLoop) {
        if let missing = download.missing {
            guard bytes.count <= missing else { return close(on: loop, reset: true) }
            download.missing = missing - bytes.count
        }
        if !bytes.isEmpty {
            if download.isChunked {
                loop.output.append(text: "\(String(bytes.count, radix: 16))\r\n")
                flush(LargeContent(ContentSlice(bytes), followedBy: [ContentSlice([13, 10])]), on: loop)
            } else {
                flush(LargeContent(ContentSlice(bytes)), on: loop)
            }
        }
        guard !isClosed else { return }
        pull(on: loop)
        endTurn(on: loop)
    }

    /// Releases the source. Must be called whenever the download ends.
    func leaveDownload() {
        guard let download else { return }
        self.download = nil
        download.task?.cancel()
        download.source.end()
    }
}
