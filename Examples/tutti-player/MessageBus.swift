import CDBus
import Dispatch
import Foundation

/// A private connection to a message bus (D-Bus Specification), by means of libdbus.
///
/// A serial queue owns the connection. All functions may be called from any thread and do not block their caller.
final class MessageBus: @unchecked Sendable {
    // Safety: `connection` and `source` are used only on `queue`.
    private var connection: OpaquePointer?
    private var source: (any DispatchSourceRead)?
    private let queue = DispatchQueue(label: "message bus")
    private let receive: @Sendable (BusCall) -> Void
    private let ended: @Sendable () -> Void

    /// Creates an object without a connection.
    ///
    /// - Parameters:
    ///   - receive: Is called on the queue with each method call that arrives. The receiver sends a reply or an error.
    ///   - ended: Is called on the queue when the bus has ended the connection.
    init(receive: @escaping @Sendable (BusCall) -> Void, ended: @escaping @Sendable () -> Void) {
        (self.receive, self.ended) = (receive, ended)
    }

    /// Connects to a bus and reserves the first of the names that no other program has. Returns this name. Throws if the bus does not answer or
    /// refuses every name.
    func connect(to address: String, as names: [String]) async throws(BusError) -> String {
        let result: Result<String, BusError> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(BusError) {
                    try self.open(address)
                    let name = try self.reserve(names)
                    try self.watch()
                    continuation.resume(returning: .success(name))
                } catch {
                    self.disconnect()
                    continuation.resume(returning: .failure(error))
                }
            }
        }
        return try result.get()
    }

    /// Sends a message. Does nothing after the end of the connection.
    func send(_ message: BusMessage) {
        queue.async {
            guard let connection = self.connection, let message = message.encoded() else { return }
            dbus_connection_send(connection, message, nil)
            dbus_message_unref(message)
            dbus_connection_flush(connection)
            // The library may have read messages while it wrote.
            self.receiveMessages()
        }
    }

    /// Returns when the earlier messages have been sent.
    func flush() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    // MARK: On the queue

    private func open(_ address: String) throws(BusError) {
        // Otherwise the library ignores SIGPIPE for the whole program. Its own sockets do not need this.
        dbus_connection_set_change_sigpipe(0)
        connection = try Self.checked { dbus_connection_open_private(address, $0) }
        dbus_connection_set_exit_on_disconnect(connection, 0)
        _ = try Self.checked { dbus_bus_register(connection, $0) != 0 ? true : nil }
    }

    private func reserve(_ names: [String]) throws(BusError) -> String {
        for name in names {
            let answer = try Self.checked { error in
                let answer = dbus_bus_request_name(
                    connection, name, UInt32(DBUS_NAME_FLAG_DO_NOT_QUEUE), error)
                return answer >= 0 ? answer : nil
            }
            if answer == DBUS_REQUEST_NAME_REPLY_PRIMARY_OWNER { return name }
        }
        throw .failed("other programs have the names \(names.joined(separator: " and "))")
    }

    /// Calls `body`, which returns `nil` if a function of the library fails, and throws the error of this function.
    private static func checked<Value>(
        _ body: (UnsafeMutablePointer<DBusError>) -> Value?
    ) throws(BusError) -> Value {
        var error = DBusError()
        dbus_error_init(&error)
        defer { dbus_error_free(&error) }
        if let value = body(&error) { return value }
        guard let name = error.name, let text = error.message else { throw .failed("no memory") }
        throw BusError(name: String(cString: name), text: String(cString: text))
    }

    /// Reads the connection when data arrives. The source has a duplicate of the descriptor, because the library closes its own when the bus ends.
    private func watch() throws(BusError) {
        var descriptor: Int32 = -1
        dbus_connection_get_unix_fd(connection, &descriptor)
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { throw .failed("no descriptor for the connection") }
        let source = DispatchSource.makeReadSource(fileDescriptor: duplicate, queue: queue)
        source.setEventHandler { [weak self] in self?.read() }
        source.setCancelHandler { _ = close(duplicate) }
        self.source = source
        source.activate()
        // Messages that arrived together with the answers to the first calls are already in the library's queue.
        receiveMessages()
    }

    private func read() {
        guard let connection else { return }
        dbus_connection_read_write(connection, 0)
        receiveMessages()
    }

    private func receiveMessages() {
        guard let connection else { return }
        while let message = dbus_connection_pop_message(connection) {
            if let call = BusCall(message) {
                if call.interface == "org.freedesktop.DBus.Peer" { answerPeer(call) } else { receive(call) }
            }
            dbus_message_unref(message)
        }
        guard dbus_connection_get_is_connected(connection) == 0 else { return }
        disconnect()
        ended()
    }

    /// Answers the methods that every connection has, with any object path.
    private func answerPeer(_ call: BusCall) {
        switch call.member {
        case "Ping": send(.reply(to: call, []))
        case "GetMachineId":
            do throws(BusError) {
                let text = try Self.checked { dbus_try_get_local_machine_id($0) }
                send(.reply(to: call, [.string(String(cString: text))]))
                dbus_free(text)
            } catch {
                send(.error(to: call, error))
            }
        default: send(.error(to: call, .unknownMethod(call)))
        }
    }

    private func disconnect() {
        source?.cancel()
        source = nil
        guard let connection else { return }
        // The library requires that a private connection is closed before its last reference is released.
        dbus_connection_close(connection)
        dbus_connection_unref(connection)
        self.connection = nil
    }
}
