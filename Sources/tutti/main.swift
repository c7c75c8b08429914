import App
import EmbeddedPostgres

// This program also runs as the guard process of its private PostgreSQL. The check for this case must come before any queue or socket exists.
Guard.runIfRequested(CommandLine.arguments)

Service.favourThroughput()

await Tutti.runAndExit()
