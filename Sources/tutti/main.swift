import App
import EmbeddedPostgres

// The same binary also runs as the guard of its PostgreSQL. The check for this case must come before any queue or socket exists.
Guard.runIfRequested(CommandLine.arguments)

Service.favourThroughput()

await Tutti.runAndExit()
