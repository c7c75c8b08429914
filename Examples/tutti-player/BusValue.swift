import CDBus

/// A value in a message of D-Bus (D-Bus Specification, "Type System"). Only the types of MPRIS are included.
indirect enum BusValue: Sendable, Hashable {
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case strings([String])
    /// A dictionary with names as keys and variants as values.
    case dictionary([String: BusValue])
    case variant(BusValue)
    /// A received value of a type that this program does not read, such as an array.
    case other(signature: String)

    /// The type as a signature, such as "as" for an array of strings.
    var signature: String {
        switch self {
        case .boolean: "b"
        case .integer: "x"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .strings: "as"
        case .dictionary: "a{sv}"
        case .variant: "v"
        case .other(let signature): signature
        }
    }

    /// The value in a variant; the value itself if it is not a variant.
    var content: BusValue { if case .variant(let content) = self { content } else { self } }
}

/// The types of D-Bus as the C library writes them.
private enum BusType {
    static let boolean = Int32(UInt8(ascii: "b"))
    static let integer = Int32(UInt8(ascii: "x"))
    static let double = Int32(UInt8(ascii: "d"))
    static let string = Int32(UInt8(ascii: "s"))
    static let objectPath = Int32(UInt8(ascii: "o"))
    static let array = Int32(UInt8(ascii: "a"))
    static let variant = Int32(UInt8(ascii: "v"))
    static let entry = Int32(UInt8(ascii: "e"))
    static let end: Int32 = 0
}

extension BusValue {
    /// Reads the values from the position of an iterator to its end.
    static func values(_ iterator: inout DBusMessageIter) -> [BusValue] {
        var values: [BusValue] = []
        while dbus_message_iter_get_arg_type(&iterator) != BusType.end {
            values.append(BusValue(&iterator))
            dbus_message_iter_next(&iterator)
        }
        return values
    }

    private init(_ iterator: inout DBusMessageIter) {
        switch dbus_message_iter_get_arg_type(&iterator) {
        case BusType.boolean:
            var value: dbus_bool_t = 0
            dbus_message_iter_get_basic(&iterator, &value)
            self = .boolean(value != 0)
        case BusType.integer:
            var value: Int64 = 0
            dbus_message_iter_get_basic(&iterator, &value)
            self = .integer(value)
        case BusType.double:
            var value = 0.0
            dbus_message_iter_get_basic(&iterator, &value)
            self = .double(value)
        case BusType.string: self = .string(Self.text(&iterator))
        case BusType.objectPath: self = .objectPath(Self.text(&iterator))
        case BusType.variant:
            var content = DBusMessageIter()
            dbus_message_iter_recurse(&iterator, &content)
            self = .variant(BusValue(&content))
        default:
            let signature = dbus_message_iter_get_signature(&iterator)
            defer { dbus_free(signature) }
            self = .other(signature: signature.map { String(cString: $0) } ?? "")
        }
    }

    private static func text(_ iterator: inout DBusMessageIter) -> String {
        var text: UnsafePointer<CChar>?
        dbus_message_iter_get_basic(&iterator, &text)
        return text.map { String(cString: $0) } ?? ""
    }

    /// Appends the value to a message. Ignores a lack of memory, the only reason for which the functions of the library fail here.
    func append(to iterator: inout DBusMessageIter) {
        switch self {
        case .boolean(let value):
            var value: dbus_bool_t = value ? 1 : 0
            dbus_message_iter_append_basic(&iterator, BusType.boolean, &value)
        case .integer(var value): dbus_message_iter_append_basic(&iterator, BusType.integer, &value)
        case .double(var value): dbus_message_iter_append_basic(&iterator, BusType.double, &value)
        case .string(let text): Self.append(text, BusType.string, &iterator)
        case .objectPath(let path): Self.append(path, BusType.objectPath, &iterator)
        case .strings(let texts):
            Self.append(BusType.array, of: "s", to: &iterator) { array in
                for text in texts { Self.append(text, BusType.string, &array) }
            }
        case .dictionary(let entries):
            Self.append(BusType.array, of: "{sv}", to: &iterator) { array in
                for (name, value) in entries.sorted(by: { $0.key < $1.key }) {
                    Self.append(BusType.entry, of: nil, to: &array) { entry in
                        Self.append(name, BusType.string, &entry)
                        BusValue.variant(value).append(to: &entry)
                    }
                }
            }
        case .variant(let value):
            Self.append(BusType.variant, of: value.signature, to: &iterator) { value.append(to: &$0) }
        case .other: preconditionFailure("a value of an unknown type is never sent")
        }
    }

    private static func append(_ text: String, _ type: Int32, _ iterator: inout DBusMessageIter) {
        text.withCString { pointer in
            var pointer: UnsafePointer<CChar>? = pointer
            dbus_message_iter_append_basic(&iterator, type, &pointer)
        }
    }

    private static func append(
        _ type: Int32, of signature: String?, to iterator: inout DBusMessageIter,
        _ content: (inout DBusMessageIter) -> Void
    ) {
        var container = DBusMessageIter()
        guard dbus_message_iter_open_container(&iterator, type, signature, &container) != 0 else { return }
        content(&container)
        dbus_message_iter_close_container(&iterator, &container)
    }
}
