/// The interfaces of a media player on D-Bus: the MPRIS D-Bus Interface Specification, version 2.2, and the standard interfaces of the D-Bus
/// Specification.
enum MediaPlayerInterface {
    static let path = "/org/mpris/MediaPlayer2"
    static let busName = "org.mpris.MediaPlayer2.tutti"

    static let root = "org.mpris.MediaPlayer2"
    static let player = "org.mpris.MediaPlayer2.Player"
    static let properties = "org.freedesktop.DBus.Properties"
    static let introspectable = "org.freedesktop.DBus.Introspectable"

    /// The methods of each interface, with the types of their arguments.
    static let methods: [String: [String: String]] = [
        root: ["Raise": "", "Quit": ""],
        player: [
            "Next": "", "Previous": "", "Pause": "", "PlayPause": "", "Stop": "", "Play": "", "Seek": "x",
            "SetPosition": "ox", "OpenUri": "s",
        ],
        properties: ["Get": "ss", "GetAll": "s", "Set": "ssv"],
        introspectable: ["Introspect": ""],
    ]

    /// Returns the interface of a call's method. A caller may omit the interface. Throws if the object has no such method, or the method has other
    /// arguments.
    static func interface(of call: BusCall) throws(BusError) -> String {
        let interface = call.interface ?? methods.first { $0.value[call.member] != nil }?.key
        guard let interface else { throw .unknownMethod(call) }
        guard let members = methods[interface] else { throw .unknownInterface(interface) }
        guard let signature = members[call.member] else { throw .unknownMethod(call) }
        guard signature == call.signature else {
            throw .invalidArguments(
                "\(call.member) must have arguments of the types \"\(signature)\", found \"\(call.signature)\"")
        }
        return interface
    }

    /// Returns the description of the object at a path, which `Introspect` returns: the media player, or a node on the way to it. Returns `nil` if
    /// there is no such object.
    static func description(of path: String) -> String? {
        if path == self.path { return head + description }
        let way = path == "/" ? path : path + "/"
        guard self.path.hasPrefix(way) else { return nil }
        let child = self.path.dropFirst(way.count).prefix { $0 != "/" }
        return head + "<node>\n  <node name=\"\(child)\"/>\n</node>\n"
    }

    private static let head = """
        <!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN"
          "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">

        """

    private static let description = """
        <node>
          <interface name="org.freedesktop.DBus.Introspectable">
            <method name="Introspect"><arg name="xml_data" type="s" direction="out"/></method>
          </interface>
          <interface name="org.freedesktop.DBus.Peer">
            <method name="Ping"/>
            <method name="GetMachineId"><arg name="machine_uuid" type="s" direction="out"/></method>
          </interface>
          <interface name="org.freedesktop.DBus.Properties">
            <method name="Get">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="out"/>
            </method>
            <method name="GetAll">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="properties" type="a{sv}" direction="out"/>
            </method>
            <method name="Set">
              <arg name="interface_name" type="s" direction="in"/>
              <arg name="property_name" type="s" direction="in"/>
              <arg name="value" type="v" direction="in"/>
            </method>
            <signal name="PropertiesChanged">
              <arg name="interface_name" type="s"/>
              <arg name="changed_properties" type="a{sv}"/>
              <arg name="invalidated_properties" type="as"/>
            </signal>
          </interface>
          <interface name="org.mpris.MediaPlayer2">
            <method name="Raise"/>
            <method name="Quit"/>
            <property name="CanQuit" type="b" access="read"/>
            <property name="CanRaise" type="b" access="read"/>
            <property name="HasTrackList" type="b" access="read"/>
            <property name="Identity" type="s" access="read"/>
            <property name="SupportedMimeTypes" type="as" access="read"/>
            <property name="SupportedUriSchemes" type="as" access="read"/>
          </interface>
          <interface name="org.mpris.MediaPlayer2.Player">
            <method name="Next"/>
            <method name="Previous"/>
            <method name="Pause"/>
            <method name="PlayPause"/>
            <method name="Stop"/>
            <method name="Play"/>
            <method name="Seek"><arg name="Offset" type="x" direction="in"/></method>
            <method name="SetPosition">
              <arg name="TrackId" type="o" direction="in"/>
              <arg name="Position" type="x" direction="in"/>
            </method>
            <method name="OpenUri"><arg name="Uri" type="s" direction="in"/></method>
            <signal name="Seeked"><arg name="Position" type="x"/></signal>
            <property name="CanControl" type="b" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <property name="CanGoNext" type="b" access="read"/>
            <property name="CanGoPrevious" type="b" access="read"/>
            <property name="CanPause" type="b" access="read"/>
            <property name="CanPlay" type="b" access="read"/>
            <property name="CanSeek" type="b" access="read"/>
            <property name="LoopStatus" type="s" access="readwrite"/>
            <property name="MaximumRate" type="d" access="read"/>
            <property name="Metadata" type="a{sv}" access="read"/>
            <property name="MinimumRate" type="d" access="read"/>
            <property name="PlaybackStatus" type="s" access="read"/>
            <property name="Position" type="x" access="read">
              <annotation name="org.freedesktop.DBus.Property.EmitsChangedSignal" value="false"/>
            </property>
            <property name="Rate" type="d" access="readwrite"/>
            <property name="Shuffle" type="b" access="readwrite"/>
            <property name="Volume" type="d" access="readwrite"/>
          </interface>
        </node>

        """
}
