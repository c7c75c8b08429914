# Varnish in front of one Tutti server on the same machine: TUTTI_HTTP=127.0.0.1:8080, TUTTI_TRUSTED_PROXIES=127.0.0.1.
# varnishd -a :80 -f /etc/varnish/varnish.vcl. scripts/proxies runs it as it stands. What is not said here is Varnish's own
# policy: requests with Authorization or Cookie are passed on, and the key has Host and the target.
vcl 4.1;

backend tutti {
    .host = "127.0.0.1";
    .port = "8080";
    # Event streams send a sign of life every 15 s.
    .between_bytes_timeout = 60s;
}

sub vcl_recv {
    # What the client sent under these names is gone. Varnish has appended the client's address to its own X-Forwarded-For:
    # written anew.
    unset req.http.Forwarded;
    unset req.http.X-Forwarded-Host;
    set req.http.X-Forwarded-For = client.ip;
    # Varnish speaks no TLS; behind a program that does, take its word here.
    set req.http.X-Forwarded-Proto = "http";

    # An event stream never ends.
    if (req.method == "GET" && req.url ~ "^[^?]*/events(\?|$)") {
        return (pipe);
    }
}

sub vcl_pipe {
    # Else further requests of the connection would go through unread.
    set bereq.http.Connection = "close";
}
