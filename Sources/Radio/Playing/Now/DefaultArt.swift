import HTTP
import Web

/// The picture of whatever has none: a clef of waves, in colours that go with light and dark.
enum DefaultArt {
    static let path = "/api/v1/default-art"

    static let image = Art.Image(url: path, width: 600, height: 600, mediaType: "image/svg+xml")

    static let bytes = Array(
        """
        <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 600 600" width="600" height="600">
        <rect width="600" height="600" fill="#1b1f23"/>
        <g fill="none" stroke="#f0b35a" stroke-width="24" stroke-linecap="round">
        <path d="M300 250a50 50 0 1 0 .1 0M300 350v130"/>
        <path d="M215 385a120 120 0 0 1 0-170M385 215a120 120 0 0 1 0 170"/>
        <path d="M160 440a200 200 0 0 1 0-280M440 160a200 200 0 0 1 0 280"/>
        </g>
        </svg>

        """.utf8)
}
