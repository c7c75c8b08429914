/// What is shown where there is no picture (spec R14): one for each kind of thing, drawn here, in two quiet colours.
public enum DefaultArt: String, Sendable, CaseIterable {
    case channel
    case show
    case person

    /// Its last segment in the path.
    var file: String { "\(rawValue).svg" }

    /// Where this server has it.
    public var path: String { "/api/v1/default-art/\(file)" }

    /// In pixels, though it fits any size.
    static let side: Int32 = 600

    /// What it shows, for those who do not see it.
    public var alt: String {
        switch self {
        case .channel: "A radio mast"
        case .show: "A microphone"
        case .person: "A person"
        }
    }

    /// Without script and without anything from elsewhere.
    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600" role="img">
        <title>\(alt)</title>
        <defs><linearGradient id="ground" x1="0" y1="0" x2="1" y2="1">
        <stop offset="0" stop-color="#35506b"/><stop offset="1" stop-color="#1d2f42"/>
        </linearGradient></defs>
        <rect width="600" height="600" fill="url(#ground)"/>
        <g fill="none" stroke="#dce6ef" stroke-width="22" stroke-linecap="round" stroke-linejoin="round">
        \(drawing)
        </g>
        </svg>

        """
    }

    private var drawing: String {
        switch self {
        case .channel:
            """
            <circle cx="300" cy="240" r="28" fill="#dce6ef"/>
            <path d="M300 268 220 470M300 268l80 202M247 400h106"/>
            <path d="M228 168a102 102 0 0 0 0 144M372 168a102 102 0 0 1 0 144"/>
            <path d="M176 116a175 175 0 0 0 0 248M424 116a175 175 0 0 1 0 248" opacity=".6"/>
            """
        case .show:
            """
            <rect x="235" y="120" width="130" height="220" rx="65"/>
            <path d="M170 270a130 130 0 0 0 260 0M300 400v80M220 480h160"/>
            <path d="M275 190h50M275 235h50" opacity=".6"/>
            """
        case .person:
            """
            <circle cx="300" cy="225" r="85"/>
            <path d="M140 480a160 140 0 0 1 320 0"/>
            """
        }
    }
}
