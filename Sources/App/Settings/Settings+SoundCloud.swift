import MusicLibrary
import SoundCloud
import Web

extension Settings {
    /// Returns the SoundCloud application; `nil` if the client ID or its secret is not set. Records a problem for each invalid value.
    static func soundCloud(_ environment: inout Environment) -> SoundCloudApp? {
        let api = address("TUTTI_SOUNDCLOUD_API", &environment)
        let auth = address("TUTTI_SOUNDCLOUD_AUTH", &environment)
        let redirect = environment.value("TUTTI_SOUNDCLOUD_REDIRECT")
        let secret = environment.value("TUTTI_SOUNDCLOUD_CLIENT_SECRET")
        let audio = environment.value("TUTTI_SOUNDCLOUD_AUDIO") ?? "pass"
        if !["pass", "link"].contains(audio) {
            environment.refuse("TUTTI_SOUNDCLOUD_AUDIO=\(audio) must be pass or link")
        }
        let hosts = mediaHosts(&environment)
        guard let client = environment.value("TUTTI_SOUNDCLOUD_CLIENT_ID") else { return nil }
        guard let secret else {
            environment.refuse("TUTTI_SOUNDCLOUD_CLIENT_ID requires TUTTI_SOUNDCLOUD_CLIENT_SECRET: set both")
            return nil
        }
        var app = SoundCloudApp(
            api: api ?? SoundCloudApp.publicAPI, auth: auth ?? SoundCloudApp.publicAuth, clientID: client,
            clientSecret: secret, redirect: redirect)
        app.mediaHosts = hosts
        app.passesAudio = audio == "pass"
        return app
    }

    /// Returns the names of the hosts from which SoundCloud's audio and pictures may be read, each with its subdomains; SoundCloud's own hosts by
    /// default. Records a problem for an invalid value.
    private static func mediaHosts(_ environment: inout Environment) -> [String] {
        guard let text = environment.value("TUTTI_SOUNDCLOUD_MEDIA_HOSTS") else {
            return SoundCloudApp.publicMediaHosts
        }
        let names = text.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
        let isName = { (name: String) in
            name.contains(".") && !name.hasPrefix(".") && !name.hasSuffix(".")
                && name.utf8.allSatisfy {
                    (0x30...0x39).contains($0) || (0x61...0x7A).contains($0) || "-.".utf8.contains($0)
                }
        }
        if names.isEmpty || !names.allSatisfy(isName) {
            environment.refuse(
                "TUTTI_SOUNDCLOUD_MEDIA_HOSTS=\(text) must be host names separated by spaces, such as sndcdn.com")
        }
        return names
    }

    /// Returns the ListenBrainz servers to which listeners may send their history; none for an invalid value, which is recorded as a problem.
    static func listenBrainz(_ environment: inout Environment) -> ListenBrainzServers {
        guard let text = environment.value("TUTTI_LISTENBRAINZ") else { return ListenBrainzServers() }
        guard let servers = ListenBrainzServers(text) else {
            environment.refuse(
                "TUTTI_LISTENBRAINZ=\(text) must be none or addresses that begin with https://, separated by spaces")
            return ListenBrainzServers([])
        }
        return servers
    }

    /// Returns the vault that encrypts tokens and other secrets in the database; `nil` if no key is set or the key is invalid, which is recorded as a
    /// problem.
    static func vault(_ environment: inout Environment) -> TokenVault? {
        guard let text = environment.value("TUTTI_SECRET_KEY") else { return nil }
        do {
            return try TokenVault(text)
        } catch {
            environment.refuse("TUTTI_SECRET_KEY \(error)")
            return nil
        }
    }

    /// Returns the value as a web address without a slash at the end; `nil` if the setting is absent or invalid.
    private static func address(_ name: String, _ environment: inout Environment) -> String? {
        guard let text = environment.value(name) else { return nil }
        guard WebAddress.isValid(text), !text.contains("?"), !text.contains("#") else {
            environment.refuse(
                "\(name)=\(text) must be a web address without a query or fragment, such as https://api.example.org")
            return nil
        }
        return text.hasSuffix("/") ? String(text.dropLast()) : text
    }
}
