# Varnish in front of one Tutti server on the same machine: TUTTI_HTTP=127.0.0.1:8080, TUTTI_TRUSTED_PROXIES=127.0.0.1.
# varnishd -a :80 -f /etc/varnish/varnish.vcl. scripts/proxies tests this file unchanged. Everything else follows Varnish's
# defaults: requests with Authorization or Cookie are passed on, and the cache key has Host and the target.
vcl 4.1;

backend tutti {
    .host = "127.0.0.1";
    .port = "8080";
    # Event streams send a comment every 15 s to keep the connection open.
    .between_bytes_timeout = 60s;
}

sub vcl_recv {
    # Remove these fields of the client. Varnish has appended the client's address to the client's X-Forwarded-For, so
    # replace the whole field.
    unset req.http.Forwarded;
    unset req.http.X-Forwarded-Host;
    set req.http.X-Forwarded-For = client.ip;
    # Varnish does not support TLS. Behind a TLS proxy, set the scheme here.
    set req.http.X-Forwarded-Proto = "http";

    # An event stream never ends.
    if (req.method == "GET" && req.url ~ "^[^?]*/events(\?|$)") {
        return (pipe);
    }
}

sub vcl_pipe {
    # Otherwise further requests on the connection would pass without these rules.
    set bereq.http.Connection = "close";
}
