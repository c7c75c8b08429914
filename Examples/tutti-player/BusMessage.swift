import CDBus

/// A method call that a program sent over the bus.
struct BusCall: Sendable {
    /// The number of the message, which the reply contains.
    let serial: UInt32
    /// The unique name of the caller on the bus.
    let sender: String?
    let path: String
    /// The interface of the method; callers may omit it.
    let interface: String?
    let member: String
    /// The types of the arguments.
    let signature: String
    let arguments: [BusValue]
    let isReplyExpected: Bool

    /// Reads a message. Returns `nil` if the message is not a method call.
    init?(_ message: OpaquePointer) {
        guard dbus_message_get_type(message) == DBUS_MESSAGE_TYPE_METHOD_CALL else { return nil }
        serial = dbus_message_get_serial(message)
        sender = dbus_message_get_sender(message).map { String(cString: $0) }
        path = dbus_message_get_path(message).map { String(cString: $0) } ?? ""
        interface = dbus_message_get_interface(message).map { String(cString: $0) }
        member = dbus_message_get_member(message).map { String(cString: $0) } ?? ""
        signature = dbus_message_get_signature(message).map { String(cString: $0) } ?? ""
        isReplyExpected = dbus_message_get_no_reply(message) == 0
        var iterator = DBusMessageIter()
        let hasArguments = dbus_message_iter_init(message, &iterator) != 0
        arguments = hasArguments ? BusValue.values(&iterator) : []
    }
}

/// A message that this program sends.
enum BusMessage: Sendable {
    case reply(to: BusCall, [BusValue])
    case error(to: BusCall, BusError)
    case signal(path: String, interface: String, member: String, [BusValue])

    /// Returns the message for the library; the caller of this function must release it. Returns `nil` for a reply that the sender of the call
    /// does not expect, and if there is no memory.
    func encoded() -> OpaquePointer? {
        let message: OpaquePointer?
        let values: [BusValue]
        switch self {
        case .reply(let call, let results):
            (message, values) = (Self.response(DBUS_MESSAGE_TYPE_METHOD_RETURN, to: call), results)
        case .error(let call, let error):
            (message, values) = (Self.response(DBUS_MESSAGE_TYPE_ERROR, to: call), [.string(error.text)])
            if let message { dbus_message_set_error_name(message, error.name) }
        case .signal(let path, let interface, let member, let arguments):
            (message, values) = (dbus_message_new_signal(path, interface, member), arguments)
        }
        guard let message else { return nil }
        var iterator = DBusMessageIter()
        dbus_message_iter_init_append(message, &iterator)
        for value in values { value.append(to: &iterator) }
        return message
    }

    private static func response(_ type: Int32, to call: BusCall) -> OpaquePointer? {
        guard call.isReplyExpected, let message = dbus_message_new(type) else { return nil }
        dbus_message_set_reply_serial(message, call.serial)
        dbus_message_set_destination(message, call.sender)
        return message
    }
}
