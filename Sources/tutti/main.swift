import EmbeddedPostgres
import HTTP

// First of all, before any queue or socket exists: the same binary is the guard of its PostgreSQL.
Guard.runIfAsked(CommandLine.arguments)

Server.favourThroughput()

await Tutti.runAndExit()
