import CDBus

/// An error of D-Bus: the answer to a call that failed, or the reason why the bus cannot be used. The names are those of the library's header
/// `dbus-protocol.h`.
struct BusError: Error, Sendable, CustomStringConvertible {
    let name: String
    let text: String

    var description: String { text }

    static func failed(_ text: String) -> BusError { BusError(name: DBUS_ERROR_FAILED, text: text) }

    static func notSupported(_ text: String) -> BusError { BusError(name: DBUS_ERROR_NOT_SUPPORTED, text: text) }

    static func invalidArguments(_ text: String) -> BusError { BusError(name: DBUS_ERROR_INVALID_ARGS, text: text) }

    static func unknownObject(_ call: BusCall) -> BusError {
        BusError(name: DBUS_ERROR_UNKNOWN_OBJECT, text: "there is no object \(call.path)")
    }

    static func unknownInterface(_ interface: String) -> BusError {
        BusError(name: DBUS_ERROR_UNKNOWN_INTERFACE, text: "the object has no interface \(interface)")
    }

    static func unknownMethod(_ call: BusCall) -> BusError {
        let text =
            call.interface.map { "the interface \($0) has no method" } ?? "no interface of the object has a method"
        return BusError(name: DBUS_ERROR_UNKNOWN_METHOD, text: "\(text) \(call.member)")
    }

    static func unknownProperty(_ name: String, of interface: String) -> BusError {
        BusError(name: DBUS_ERROR_UNKNOWN_PROPERTY, text: "the interface \(interface) has no property \(name)")
    }

    static func readOnly(_ name: String) -> BusError {
        BusError(name: DBUS_ERROR_PROPERTY_READ_ONLY, text: "the property \(name) cannot be set")
    }
}
