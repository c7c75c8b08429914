// rename-channel URL LOGIN PASSWORD SLUG NAME: signs in, finds a channel in the paged list, renames it with If-Match, and
// shows that a second change with the old entity tag is refused.
import Foundation
import TuttiClient

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count == 5 else {
    FileHandle.standardError.write(Data("usage: rename-channel URL LOGIN PASSWORD SLUG NAME\n".utf8))
    exit(2)
}
let (url, login, password) = (arguments[1], arguments[2], arguments[3])
let (slug, name) = (arguments[4], arguments[5])

func refuse(_ message: String) -> Never {
    FileHandle.standardError.write(Data("rename-channel: \(message)\n".utf8))
    exit(1)
}

let configuration = TuttiClientAPIConfiguration(basePath: url)

do {
    let session = try await AccountsAPI.createSession(
        createSessionRequest: CreateSessionRequest(login: login, password: password, device: "rename-channel"),
        apiConfiguration: configuration)
    configuration.customHeaders["Authorization"] = "Bearer \(session.accessToken)"

    // Requests one channel per page, so that the loop follows every cursor.
    var channel: CatalogueChannel?
    var cursor: String?
    var pages = 0
    repeat {
        let page = try await CatalogueAPI.findCatalogueChannels(
            limit: 1, cursor: cursor, apiConfiguration: configuration)
        pages += 1
        channel = channel ?? page.items.first { $0.slug == slug }
        cursor = page.next
    } while cursor != nil
    guard let channel else { refuse("no channel \"\(slug)\" in \(pages) pages") }

    let read = try await CatalogueAPI.getCatalogueChannelWithRequestBuilder(
        channel: channel.id, apiConfiguration: configuration
    ).execute()
    guard let tag = read.header["ETag"] ?? read.header["Etag"] else { refuse("the channel has no entity tag") }

    let content = ChannelContent(slug: slug, name: name, timeZone: channel.timeZone)
    let changed = try await CatalogueAPI.replaceChannel(
        channel: channel.id, channelContent: content, ifMatch: tag, apiConfiguration: configuration)
    print("\(changed.slug) is now \"\(changed.name)\", found in \(pages) pages")

    do {
        _ = try await CatalogueAPI.replaceChannel(
            channel: channel.id, channelContent: content, ifMatch: tag, apiConfiguration: configuration)
        refuse("a change with an old entity tag was accepted")
    } catch ErrorResponse.error(412, _, _, _) {
        print("a change with the old entity tag is refused")
    }
} catch {
    refuse("\(error)")
}
