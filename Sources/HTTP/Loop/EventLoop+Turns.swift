/// Gives turns to connections without an event of their sockets. The tasks are created in methods of the loop, so that they inherit its isolation.
extension EventLoop {
    /// Continues the connection after work that already waits for the loop.
    func scheduleTurn(to connection: Connection) {
        Task { connection.takeTurn(self) }
    }

    /// Continues the connection once the handler has read the content that arrived before.
    func awaitRoom(in content: ContentStream, for connection: Connection) {
        Task.immediate {
            await content.waitForRoom()
            connection.contentWanted(content, self)
        }
    }

    /// Continues the connection once part of a file is in memory.
    func preload(_ range: Range<Int>, of file: ContentFile, for connection: Connection) {
        Task.immediate {
            await self.disk.preload(range, of: file)
            connection.preloaded(range, self)
        }
    }
}
