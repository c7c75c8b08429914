import EmbeddedPostgres

// First of all: this binary is also the guard of the private PostgreSQL, which must find no thread running.
Guard.runIfAsked(CommandLine.arguments)

print("not yet")
