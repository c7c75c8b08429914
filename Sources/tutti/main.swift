import App
import EmbeddedPostgres

// The same binary also runs as the guard of its PostgreSQL; that must be decided before any queue or socket exists.
Guard.runIfRequested(CommandLine.arguments)

Service.favourThroughput()

await Tutti.runAndExit()
