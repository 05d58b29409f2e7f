#if ServiceLifecycle
// lifecycle-client finishes|hangs: a server that tests end with SIGTERM. One of its requests holds a
// connection. It ends when the server does, or only when it is cancelled.

try await LifecycleClient(hangs: CommandLine.arguments.last == "hangs").run()
#endif
