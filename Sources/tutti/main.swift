import App
import EmbeddedPostgres

// The same binary also runs as the guard of its PostgreSQL. This decision must come before any queue or socket exists.
Guard.runIfRequested(CommandLine.arguments)

Service.favourThroughput()

await Tutti.runAndExit()
