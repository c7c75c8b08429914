import MusicLibrary
import Web

/// The links to the exports of a list, in a collapsed section.
enum ExportLinks {
    static func html(_ source: PlayContext.Source) -> HTML {
        let name = PlayContext(source).description
        let path = "\(PlayContextRoutes.base)/\(name)/playlist"
        return """
            <details><summary>Export this list</summary>
            <p>Each file contains the whole list in this order, and names the artist of each track instead of the uploader \
            if the artist is known.</p>
            <p class="pages"><a class="button quiet" href="\(path).m3u8">M3U8</a> \
            <a class="button quiet" href="\(path).xspf">XSPF</a> <a class="button quiet" href="\(path).jspf">JSPF</a></p></details>
            """
    }
}
