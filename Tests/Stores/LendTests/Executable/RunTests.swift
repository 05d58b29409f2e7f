#if SQLite && PostgreSQL
import Foundation
import Testing

@Suite("lend run, as a process", .timeLimit(.minutes(1)))
struct RunTests {
  private func folder(_ count: Int = 1, ttl: String = "30s") async throws -> Folder {
    let folder = try Folder()
    #expect(try await folder.lend("init", "--ttl", ttl).code == 0)
    let names = (1...count).map { "phone-\($0)" }
    let added = try await LendProcess(["add", "--label", "ios"] + names, in: folder).result()
    #expect(added.code == 0)
    return folder
  }

  private func isFree(_ folder: Folder) async throws -> Bool {
    try await folder.lend("list").output.first == "default: 1 free; 0 waiting"
  }

  @Test func twoTerminalsAndAThirdOneInLine() async throws {
    let folder = try await folder(2)
    let script = "echo $LEND_NAME $LEND_FENCE; until [ -e $TEST_FOLDER/go ]; do sleep 0.01; done"
    let first = try folder.run(script, ["--label", "ios"])
    let one = await first.line()
    let second = try folder.run(script, ["--label", "ios"])
    let two = await second.line()
    let third = try folder.run("echo $LEND_NAME $LEND_FENCE", ["--label", "ios"])
    while try await folder.lend("list").output.first != "default: 0 free, 2 lent; 1 waiting" {}
    _ = FileManager.default.createFile(atPath: folder.path + "/go", contents: nil)
    let last = await third.line()
    let fences = [one, two, last].compactMap { $0?.split(separator: " ").last.flatMap { Int($0) } }
    #expect(fences.count == 3 && fences == fences.sorted() && Set(fences).count == 3)
    let names: [Substring?] = [one, two].map { $0?.split(separator: " ").first }
    #expect(Set(names) == ["phone-1", "phone-2"])
    for process in [first, second, third] { #expect(await process.code() == 0) }
    #expect(try await folder.lend("list").output.first == "default: 2 free; 0 waiting")
  }

  @Test func theCodeIsTheCommands() async throws {
    let folder = try await folder()
    #expect(await (try folder.run("exit 7")).code() == 7)
    #expect(await (try folder.run("kill -9 $$")).code() == 137)
    let none = try await folder.lend("run", "--", "no-such-command")
    #expect(none.code == 127 && none.errors.contains("\"no-such-command\" cannot be started"))
    #expect(try await folder.lend("run", "--", "/etc").code == 126)
    #expect(try await isFree(folder))
  }

  @Test func theCommandReceivesArgumentsAndVariablesThatAreNotUTF8() async throws {
    let folder = try await folder(2)
    // The outer run starts a shell, which can write such words.
    let script = """
      cd "$TEST_FOLDER"; name=$(printf 'caf\\351.txt'); echo found > "$name"; \
      "$LEND" run -- cat "$name"; BOOK="$name" "$LEND" run -- sh -c 'cat "$BOOK"'
      """
    let result = try await folder.lend(
      "run", "--", "sh", "-c", script, environment: ["LEND": LendProcess.executable.path])
    #expect(result.code == 0 && result.output == ["found", "found"], "\(result)")
  }

  @Test func fencesAreAboveTheEpochThatAGuardHasSeen() async throws {
    let folder = try await folder()
    let raised = try await folder.lend("init", "--epoch-above", "5000")
    #expect(raised.code == 0 && raised.output.contains("The epoch of fences is 5001."))
    let result = try await folder.lend("run", "--", "sh", "-c", "echo $LEND_FENCE")
    #expect(result.output.first.flatMap { Int64($0) }.map { $0 >> 40 } == 5001, "\(result)")
  }

  @Test func nothingFreeInTimeIs124AndAFailureIs125() async throws {
    let folder = try await folder()
    let holder = try folder.run("echo ready; sleep 60")
    #expect(await holder.line() == "ready")
    #expect(try await folder.lend("run", "--wait", "0", "--", "true").code == 124)
    let waited = try await folder.lend("run", "--wait", "50ms", "--", "true")
    #expect(waited.code == 124 && waited.errors.contains("became free"))
    #expect(try await folder.lend("run", "--label", "android", "--", "true").code == 125)
    #expect(try await folder.lend("run", "--oops", "--", "true").code == 125)
  }

  @Test func theCommandReceivesPayloadsAndNames() async throws {
    let folder = try Folder()
    _ = try await folder.lend("add", "--payload", "key one", "a \"1\"")
    _ = try await folder.lend("add", "--payload", String(repeating: "x", count: 65_536), "b")
    let script = """
      cat <&$LEND_PAYLOAD_FD; echo; cat /dev/fd/$LEND_PAYLOAD_FD_2 | wc -c; echo "$LEND_NAMES"
      """
    let result = try await LendProcess(
      ["run", "--count", "2", "--", "sh", "-c", script], in: folder
    ).result()
    #expect(
      result.output.map { $0.trimmingCharacters(in: .whitespaces) } == [
        "key one", "65536", "a \"1\"", "b",
      ])
  }

  #if os(Linux)
  /// A command that starts a process in a session of its own, and prints its number.
  private let escape = "setsid sh -c 'echo $$; while :; do sleep 0.05; done' & trap '' TERM; wait"

  @Test func aLostLeaseEndsDescendantsInOtherGroups() async throws {
    let folder = try await folder(ttl: "3s")
    let process = try folder.run(escape)
    let escaped = await process.line()
    _ = try await folder.lend("take-back", "phone-1", "--because", "release")
    #expect(await process.code() == 122)
    try await folder.waitForEnd(of: escaped)
  }

  @Test(arguments: [SIGKILL, SIGSTOP])
  func descendantsInOtherGroupsDieWithALendThatIs(_ signal: Int32) async throws {
    let folder = try await folder(ttl: "3s")
    let process = try folder.run(escape)
    let escaped = await process.line()
    process.send(signal)
    try await folder.waitForEnd(of: escaped)
    if signal == SIGSTOP {
      process.send(SIGCONT)
      #expect(await process.code() == 122)
    }
  }

  /// The watching process is stopped, and can neither hear nor end by itself.
  @Test func aStoppedWatcherDoesNotKeepTheLease() async throws {
    let folder = try await folder()
    #expect(await (try folder.run("kill -STOP $PPID; exit 7")).code() == 7)
    #expect(try await isFree(folder))
  }

  /// It is stopped as soon as it has its name, before it has started the command or has closed the
  /// pipe whose end says that the command was started.
  @Test func aWatcherThatIsStoppedAtItsStartIsContinued() async throws {
    let folder = try await folder()
    for _ in 0..<10 {
      let process = try folder.run("sleep 1; exit 7")
      let watcher = try #require(process.child(named: "lend-watch"))
      kill(watcher, SIGSTOP)
      #expect(await process.code() == 7)
    }
    #expect(try await isFree(folder))
  }
  #endif

  @Test(arguments: [SIGTERM, SIGINT, SIGHUP])
  func signalsReachTheCommand(_ signal: Int32) async throws {
    let folder = try await folder()
    let process = try folder.run("echo $$; exec sleep 60")
    let command = await process.line()
    process.send(signal)
    #expect(await process.code() == 128 + signal)
    try await folder.waitForEnd(of: command)
    #expect(try await isFree(folder))
  }

  @Test func aCommandMayHandleASignalItself() async throws {
    let folder = try await folder()
    // The child says that it is ready: a signal right after the fork would be lost in it, and leave
    // it behind.
    let child = "sh -c 'echo ready; exec sleep 60 >/dev/null 2>&1'"
    let process = try folder.run("trap 'echo cleaning; exit 5' TERM; \(child) & wait")
    #expect(await process.line() == "ready")
    process.send(SIGTERM)
    #expect(await process.line() == "cleaning")
    #expect(await process.code() == 5)
  }

  @Test func aSignalEndsTheWait() async throws {
    let folder = try await folder()
    let holder = try folder.run("echo ready; sleep 60")
    #expect(await holder.line() == "ready")
    let waiter = try folder.run("echo never")
    while try await folder.lend("list").output.first != "default: 0 free, 1 lent; 1 waiting" {}
    waiter.send(SIGINT)
    let result = await waiter.result()
    #expect(result.code == 130 && result.output.isEmpty)
    #expect(try await folder.lend("list").output.first == "default: 0 free, 1 lent; 0 waiting")
  }

  #if os(Linux)
  @Test(arguments: [SIGTERM, SIGINT])
  func aSignalEndsTheWaitForALockedFile(_ signal: Int32) async throws {
    let folder = try await folder()
    let lock = open(folder.store + "-lock", O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    let waiter = try folder.run("echo never", ["--wait", "forever"])
    try await folder.waitsForLock()
    waiter.send(signal)
    let result = await waiter.result()
    #expect(result.code == 128 + signal && result.output.isEmpty, "\(result)")
    close(lock)
    #expect(try await isFree(folder))
  }

  /// A request that waits in line is to be withdrawn, which the lock prevents.
  @Test func aSignalEndsAWaitInLineWhileTheFileIsLocked() async throws {
    let folder = try await folder()
    let holder = try folder.run("echo ready; sleep 60")
    #expect(await holder.line() == "ready")
    let waiter = try folder.run("echo never")
    while try await folder.lend("list").output.first != "default: 0 free, 1 lent; 1 waiting" {}
    let lock = open(folder.store + "-lock", O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    let start = ContinuousClock.now
    waiter.send(SIGTERM)
    #expect(await waiter.code() == 128 + SIGTERM)
    #expect(ContinuousClock.now - start < .seconds(30))
    close(lock)
  }

  /// The return of the lease cannot be recorded while the file is locked.
  ///
  /// The signal comes while `lend` waits for that, or before, while the command runs.
  @Test(arguments: [false, true])
  func aSignalLimitsTheReturnToALockedFile(comesBefore: Bool) async throws {
    let folder = try await folder()
    let process = try folder.run(
      """
      trap 'echo heard' TERM; echo ready; until [ -e $TEST_FOLDER/go ]; do sleep 0.01; done; exit 0
      """)
    #expect(await process.line() == "ready")
    let lock = open(folder.store + "-lock", O_RDWR | O_CLOEXEC)
    #expect(flock(lock, LOCK_EX) == 0)
    if comesBefore {
      process.send(SIGTERM)
      #expect(await process.line() == "heard")
    }
    _ = FileManager.default.createFile(atPath: folder.path + "/go", contents: nil)
    let start = ContinuousClock.now
    if !comesBefore {
      try await folder.waitsForLock()
      process.send(SIGTERM)
    }
    #expect(await process.code() == 0)
    #expect(ContinuousClock.now - start < .seconds(30))
    close(lock)
    // The end of the process has ended its lease.
    let next = try folder.run("echo $LEND_NAME")
    #expect(await next.line() == "phone-1")
  }
  #endif

  @Test func ifLendIsKilledTheWholeGroupDies() async throws {
    let folder = try await folder()
    let process = try folder.run("sleep 60 & echo $!; echo $$; wait")
    let (grandchild, command) = (await process.line(), await process.line())
    process.send(SIGKILL)
    #expect(await process.code() == -9)
    try await folder.waitForEnd(of: grandchild)
    try await folder.waitForEnd(of: command)
    // On one machine, without waiting for the lease to end.
    let next = try folder.run("echo $LEND_NAME")
    #expect(await next.line() == "phone-1")
  }

  @Test func ifLendIsStoppedItsCommandIsDeadBeforeTheResourceIsLentAgain() async throws {
    let folder = try await folder(ttl: "3s")
    let process = try folder.run("echo $$; exec sleep 60")
    let command = try #require(await process.line())
    process.send(SIGSTOP)
    // A killed process whose parent is stopped is a zombie: the third field of the file is Z.
    let next = try folder.run("cut -d ' ' -f 3 /proc/\(command)/stat")
    let (state, rest) = (await next.line(), await next.result())
    #expect(state == "Z" && rest.code == 0, "\(state ?? "none") \(rest)")
    process.send(SIGCONT)
    #expect(await process.code() == 122)
  }

  @Test func aLostLeaseEndsTheCommandGentlyFirst() async throws {
    let folder = try await folder(ttl: "10s")
    let process = try folder.run("trap 'echo term; exit 0' TERM; echo ready; sleep 60 & wait")
    #expect(await process.line() == "ready")
    #expect(try await folder.lend("take-back", "phone-1", "--because", "release").code == 0)
    #expect(await process.line() == "term")
    let result = await process.result()
    #expect(result.code == 122 && result.errors.contains("taken back: release"))
  }

  @Test func aCommandThatIgnoresTheLossIsKilled() async throws {
    let folder = try await folder(ttl: "3s")
    let process = try folder.run("trap '' TERM; echo $$; while :; do sleep 0.05; done")
    let command = await process.line()
    _ = try await folder.lend("take-back", "phone-1", "--because", "release")
    #expect(await process.code() == 122)
    try await folder.waitForEnd(of: command)
  }
}
#endif
