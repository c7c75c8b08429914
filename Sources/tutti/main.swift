import App
import EmbeddedPostgres

// First of all, before any queue or socket exists: the same binary is the guard of its PostgreSQL.
Guard.runIfAsked(CommandLine.arguments)

Service.favourThroughput()

await Tutti.runAndExit()
