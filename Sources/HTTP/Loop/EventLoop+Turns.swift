/// Turns that a connection takes without an event of its socket. As everywhere, their tasks are made in methods of the
/// loop, whose isolation they inherit.
extension EventLoop {
    /// Lets the connection go on behind what waits already.
    func giveTurn(to connection: Connection) {
        Task { connection.takeTurn(self) }
    }

    /// Lets the connection go on once that part of a file is in memory.
    func bringIn(_ range: Range<Int>, of file: ContentFile, for connection: Connection) {
        Task.immediate {
            await self.disk.bringIn(range, of: file)
            connection.broughtIn(range, self)
        }
    }
}
