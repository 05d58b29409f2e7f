internal import Foundation
internal import Stagecraft
internal import StagecraftTestKit

/// Four tabs, a memory warning, and what the user finds on return.
struct TabsScene: Scene {
  let name = "tabs"
  let summary = "four tabs and a memory warning: what the user has done is there afterwards"
  /// The tabs; the user sees the first.
  var tabs = LibraryTab.four(heaviest: 24 << 20)
  /// A tab that the user has never opened.
  var unvisited = LibraryTab("Exhibitions", bytes: 16 << 20)
  /// The executable `stagecraft`, which plays parts of the scene as separate processes.
  var program = Bundle.main.executablePath ?? "/proc/self/exe"

  func play(_ narrator: Narrator) async throws {
    playTextbook(narrator)
    await playOurs(narrator)
    await playMap(narrator)
    playStack(narrator)
    playRecursion(narrator)
    try await playTrap(narrator)
    playOrder(narrator)
    await playLeak(narrator)
    try await playRestart(narrator)
    narrator.say(
      """
      Dropping a view takes one line. What makes it safe is around it: state is saved before and \
      restored after; visible, held and moving screens keep their views; the order follows the cost \
      to the user and the machine; and a view that stays alive is reported.
      """)
  }

  /// The textbook: hidden views are dropped, and the user's labels with them.
  func playTextbook(_ narrator: Narrator) {
    narrator.chapter("The textbook: if view.window == nil { view = nil }")
    narrator.show(Listing("func didReceiveMemoryWarning", in: "TabsTextbook.swift"))
    let window = TextbookWindow()
    let controllers = tabs.map { TextbookController($0) }
    let stranger = TextbookController(unvisited)
    for controller in controllers {
      window.show(controller.view)
      controller.view.text = controller.tab.changedLabel
    }
    window.show(controllers[0].view)
    let before = controllers.map { $0.view.text }

    for controller in controllers + [stranger] { controller.didReceiveMemoryWarning() }
    let gone = controllers.filter { $0.storedView == nil }.map(\.tab)
    let after = controllers.map { controller in
      window.show(controller.view)
      return controller.view.text
    }
    narrator.say("The user changes each tab's label and goes back to the first. Memory runs short.")
    showLabels(narrator, before, after)
    let bytes = gone.reduce(0) { $0 + $1.bytes }
    let lost = zip(before, after).count { $0 != $1 }
    narrator.promise(
      "\(gone.count) views were dropped, with \(bytes.inMegabytes); \(lost) labels were lost.",
      isKept: gone.count == tabs.count - 1 && lost == gone.count
        && before == tabs.map(\.changedLabel)
        && after == [tabs[0].changedLabel] + tabs.dropFirst().map(\.initialLabel))
    narrator.promise(
      """
      The warning itself made the view of a tab that was never opened, because it asked for that \
      view's window: \(unvisited.bytes.inMegabytes) more.
      """, isKept: stranger.loads == 1)
  }

  private func showLabels(_ narrator: Narrator, _ before: [String], _ after: [String]) {
    narrator.table(
      "tab", "label before", "label after", left: 3,
      rows: tabs.indices.map { [tabs[$0].title, before[$0], after[$0]] })
  }

  /// The same app with screens that save their state.
  func playOurs(_ narrator: Narrator) async {
    narrator.chapter("Ours: application.registerForPressure(with: pressure)")
    narrator.show(Listing("override func saveState", in: "TabsOurs.swift"))
    narrator.show(Listing("override func restoreState", in: "TabsOurs.swift"))
    let application = ScreenApplication()
    let trigger = PressureTrigger()
    let pressure = PressureMonitor(sources: .only(trigger), policy: .patient)
    application.registerForPressure(with: pressure)
    let pages = tabs.map { TabPage($0, layout: .milliseconds(8), in: application) }
    let screen = TabScreen(pages, stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: screen, stage: RecorderStage(), in: application)
    window.open()
    for (number, page) in pages.enumerated() {
      screen.select(number)
      page.view.text = page.tab.changedLabel
    }
    screen.select(0)
    let before = pages.map { $0.view.text }
    let seen = pages[0].viewIfLoaded

    var gone: [(tab: String, bytes: Int, making: Duration, worth: Double)] = []
    let observation = application.observe { event in
      guard case .unloaded(let bytes, _) = event.kind,
        let page = pages.first(where: { $0.id == event.screen })
      else { return }
      let worth = Double(bytes) / max(page.making.milliseconds, 0.001)
      gone.append((page.tab.title, bytes, page.making, worth))
    }
    let target = tabs.dropFirst().reduce(0) { $0 + $1.bytes }
    let pass = await trigger.press(.high, target: target)
    let first = gone
    let isSeenUntouched = seen != nil && pages[0].viewIfLoaded === seen
    let after = pages.indices.map { number in
      screen.select(number)
      return window.view.visibleTexts.joined(separator: ", ")
    }
    screen.select(0)
    gone = []
    await pressure.relieve(.high, target: 1)
    withExtendedLifetime(observation) {}

    narrator.say("The monitor asks for \(target.inMegabytes). Views that are dropped, in order:")
    narrator.table(
      "view", "gives back", "took to make", "per millisecond",
      rows: first.map {
        [$0.tab, $0.bytes.inMegabytes, $0.making.reading, Int($0.worth).inMegabytes]
      })
    showLabels(narrator, before, after)
    narrator.promise(
      """
      \(first.count) views were dropped, first those that give back most for the time it takes to \
      make them again; the visible one stayed.
      """,
      isKept: first.count == tabs.count - 1 && isSeenUntouched
        && zip(first, first.dropFirst()).allSatisfy { $0.worth >= $1.worth })
    narrator.promise(
      "They released the requested number of bytes: \((pass?.released ?? 0).inMegabytes).",
      isKept: pass?.released == target)
    narrator.promise(
      "On return, \(zip(before, after).count { $0 != $1 }) of \(before.count) labels were lost.",
      isKept: before == after && before == tabs.map(\.changedLabel))
    narrator.promise(
      "A smaller shortage takes one view only: \(gone.map(\.tab).joined(separator: ", ")).",
      isKept: gone.count == 1)
  }

  /// A heavy resource is dropped before the page that it is on.
  func playMap(_ narrator: Narrator) async {
    narrator.chapter("A map that is dropped before its page: HeavyResource")
    let application = ScreenApplication()
    let pressure = PressureMonitor(sources: .none, policy: .patient)
    application.registerForPressure(with: pressure)
    let page = MapPage(bytes: tabs[1].bytes, in: application)
    let catalogue = TabPage(LibraryTab("Catalogue"), in: application)
    let screen = TabScreen([page, catalogue], stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: screen, stage: RecorderStage(), in: application)
    window.open()
    let place = "around the harbour"
    page.map.current?.place = place
    screen.select(1)
    let pass = await pressure.relieve(.elevated, target: tabs[1].bytes)
    let isMapGone = !page.map.isMade
    let isPageThere = page.isViewLoaded
    screen.select(0)
    let placeAfter = page.map.current?.place
    let rebuilding = page.map.rebuildTime
    page.map.markLost()
    narrator.promise(
      "The map was dropped, with \(pass.released.inMegabytes); its page kept the view.",
      isKept: isMapGone && isPageThere && pass.released == tabs[1].bytes)
    narrator.promise(
      """
      On return it was made again in \(rebuilding.reading), \(placeAfter ?? "nowhere"). Lost while \
      visible, it was made again at once.
      """, isKept: placeAfter == place && page.map.current?.place == place)
  }

  /// A stack four deep: the distance from the user decides.
  func playStack(_ narrator: Narrator) {
    narrator.chapter("A stack four deep")
    let labels = [
      ("Catalogue", "Novels, by year"), ("Author", "Read all six"), ("Book", "Page 214"),
      ("Review", "Four stars"),
    ]
    let application = ScreenApplication()
    let pages = labels.map { title, label in
      TabPage(LibraryTab(title, "", label, bytes: 4096), in: application)
    }
    let stack = NavigationScreen(root: pages[0], stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    for page in pages.dropFirst() { stack.push(page) }
    for page in pages { page.view.text = page.tab.changedLabel }

    var events: (gone: [String], kept: [String]) = ([], [])
    let observation = application.observe { event in
      switch event.kind {
      case .unloaded: events.gone.append(event.name)
      case .kept(let reason): events.kept.append("\(event.name): \(reason)")
      default: break
      }
    }
    func unload(at level: PressureLevel) -> (gone: [String], kept: [String]) {
      events = ([], [])
      application.unloadHiddenViews(at: level)
      return events
    }
    let short = unload(at: .high)
    let editing = pages[2].hold("a note is being written")
    let held = unload(at: .critical)
    editing.release()
    let last = unload(at: .critical)
    withExtendedLifetime(observation) {}
    var read: [String] = []
    while stack.screens.count > 1 {
      read += window.view.visibleTexts
      stack.pop()
    }
    narrator.show([
      "short:                          dropped \(short.gone.joined(separator: ", "))",
      "                                kept    \(short.kept.joined(separator: ", "))",
      "critical, Book is held:         kept    \(held.kept.joined(separator: ", "))",
      "critical, Book is not held:     dropped \(last.gone.joined(separator: ", "))",
    ])
    narrator.promise(
      """
      The most distant views are dropped first, the one below the top only at a critical level, and \
      a held one never.
      """,
      isKept: short.gone == ["Catalogue", "Author"] && last.gone == ["Book"] && held.gone == []
        && short.kept == ["Book: the user is likely to see it next"]
        && held.kept == ["Book: it is held (a note is being written)"])
    narrator.promise(
      "On the way back all labels are as written: \(read.joined(separator: " < ")).",
      isKept: read == labels.dropFirst().map(\.1).reversed())
  }

  /// The textbook's `loadView` that asks for the view.
  func playRecursion(_ narrator: Narrator, bound: Int = 1_000) {
    narrator.chapter("A loadView that asks for the view")
    let hasty = HastyController(bound: bound)
    _ = hasty.view
    narrator.promise(
      "The textbook recurses: stopped here after \(hasty.depth) calls; an app overflows its stack.",
      isKept: hasty.depth == bound)
  }

  /// Ours, in a process that ends because of it.
  func playTrap(_ narrator: Narrator) async throws {
    let (lines, ending) = try await run(.recursing)
    let sentence = lines.first { $0.contains("loadView()") }
    narrator.show((sentence ?? "").wrapped(to: Narrator.width - 2))
    var isTrap = false
    if case .killed(let signal) = ending { isTrap = [SIGTRAP, SIGILL, SIGABRT].contains(signal) }
    let rounds = lines.count { $0 == "loadView" }
    narrator.promise(
      "Ours stops in call \(rounds), with a message.",
      isKept: rounds == 1 && isTrap && sentence != nil)
  }

  /// Which screens are called, and when.
  func playOrder(_ narrator: Narrator) {
    narrator.chapter("The order of callbacks")
    let application = ScreenApplication()
    func page(_ title: String) -> TabPage { TabPage(LibraryTab(title), in: application) }
    let stages = (0..<3).map { _ in RecorderStage() }
    let (book, sheet) = (page("Book"), page("Review"))
    let stack = NavigationScreen(root: page("Catalogue"), stage: stages[0], in: application)
    let tabs = TabScreen([stack, page("Loans")], stage: stages[1], in: application)
    let window = ScreenWindow(root: tabs, stage: stages[2], in: application)
    // Containers are screens too; their callbacks are left out.
    let containers = [stack, tabs, window].map { "\($0.name)." }
    let recorder = LifecycleRecorder(application, .appearance)
    window.open()

    @discardableResult
    func note(_ title: String, _ act: () -> Void) -> [String] {
      recorder.clear()
      act()
      let lines = recorder.takeLines().filter { line in
        !containers.contains { line.hasPrefix($0) }
      }
      narrator.show(title.isEmpty ? [] : [title])
      for line in lines.joined(separator: ", ").wrapped(to: 90) { narrator.show("    \(line)") }
      return lines
    }
    func swipeBack() {
      let swipe = stack.beginPop()
      swipe?.update(0.5)
      swipe?.cancel()
    }
    func standing(_ screen: AnyScreen) -> [Bool] {
      [screen.appearance == .visible, screen.isForeground]
    }
    let push = note("push(book)") { stack.push(book) }
    let swipe = note("beginPop(), cancel()", swipeBack)
    let depth = stack.screens.count
    note("pop()") { stack.pop() }
    note("select(1)") { tabs.select(1) }
    note("select(0)") { tabs.select(0) }
    let root = stack.rootScreen
    note("present(review, as: .sheet)") { root.present(sheet, as: .sheet) }
    let underSheet = standing(root)
    note("dismiss()") { root.dismiss() }
    note("present(review, as: .full)") { root.present(sheet, as: .full) }
    let underFull = standing(root)
    note("dismiss()") { root.dismiss() }
    stack.transitionOrder = .uikit
    stack.push(book)
    let uikit = note("beginPop(), cancel() with TransitionOrder.uikit", swipeBack)

    let will = ["Catalogue.willDisappear", "Book.willAppear"]
    narrator.promise(
      "Both screens of a push are notified of its start before either is notified of its end.",
      isKept: push == will + ["Catalogue.didDisappear", "Book.didAppear"])
    func count(_ word: String) -> Int { swipe.count { $0.hasSuffix(word) } }
    narrator.promise(
      """
      A cancelled swipe back leaves \(depth) screens; every reported start was followed by \
      an end. UIKit's order is available too.
      """,
      isKept: depth == 2 && count("willAppear") == 2 && count("willDisappear") == 2
        && count("didAppear") == 1 && count("didDisappear") == 1
        && uikit == [
          "Book.willDisappear", "Catalogue.willAppear", "Catalogue.willDisappear",
          "Catalogue.didDisappear", "Book.willAppear", "Book.didAppear",
        ])
    narrator.promise(
      "Below a sheet a screen stays visible, not in the foreground; below a full screen, neither.",
      isKept: underSheet == [true, false] && underFull == [false, false])
    let violations = stages.flatMap(\.violations)
    narrator.promise(
      """
      Callbacks out of order: \(recorder.illegalSteps.count). Requests that no toolkit could carry \
      out: \(violations.count).
      """, isKept: recorder.illegalSteps.isEmpty && violations.isEmpty)
  }

  /// A view that a property keeps alive.
  func playLeak(_ narrator: Narrator) async {
    narrator.chapter("A view that stays alive")
    let album = await unload { AlbumScreen(in: $0) }
    let tidy = await unload { TidyAlbumScreen(in: $0) }
    if let leak = album.leak { narrator.show("\(leak)".wrapped(to: Narrator.width - 2)) }
    #if DEBUG
    let holders = album.leak?.holders ?? []
    narrator.promise(
      "The view is found, and its holder: \(holders.joined(separator: ", ")).",
      isKept: album.isAlive && holders == ["AlbumScreen.lastShown"])
    #else
    narrator.promise(
      "The view is found. A debug build also names the property that retains it.",
      isKept: album.isAlive && album.leak != nil)
    #endif
    narrator.promise("With @ViewBound it is freed.", isKept: !tidy.isAlive && tidy.leak == nil)
  }

  private func unload(
    _ make: (ScreenApplication) -> Screen<PageView>
  ) async -> (isAlive: Bool, leak: ScreenViewLeak?) {
    let application = ScreenApplication()
    application.searchesForHolders = true  // in release builds too
    let screen = make(application)
    let (leaks, found) = AsyncStream.makeStream(of: ScreenViewLeak.self)
    let observation = application.observe { event in
      if case .viewOutlived(let leak) = event.kind { found.yield(leak) }
    }
    screen.loadViewIfNeeded()
    weak let view = screen.viewIfLoaded
    try? screen.unloadView()
    let isAlive = view != nil
    var leak: ScreenViewLeak?
    if isAlive {
      var reported = leaks.makeAsyncIterator()
      leak = await reported.next(isolation: MainActor.shared)
    }
    withExtendedLifetime((observation, screen)) {}
    return (isAlive, leak)
  }

  /// A process is killed, and the next one continues.
  func playRestart(_ narrator: Narrator) async throws {
    narrator.chapter("The process is killed: ScreenStateFile")
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("stagecraft-tabs-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    let first = try await run(.saving(path: path))
    let size = (try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int) ?? 0
    let second = try await run(.restoring(path: path))
    narrator.say("The first process saved \(size) bytes and was killed. The second one shows:")
    narrator.show(second.lines)
    narrator.promise(
      "The second process has the tab, the stack and the labels of the first.",
      isKept: first.ending == .killed(signal: SIGKILL) && second.ending == .exited(0)
        && first.lines == second.lines && first.lines.count == 5)
  }

  /// Runs a part of the scene as a separate process, for a minute at most.
  private func run(
    _ guest: TabsGuest
  ) async throws -> (lines: [String], ending: ChildProcess.Ending) {
    var environment = ProcessInfo.processInfo.environment
    environment["SWIFT_BACKTRACE"] = "enable=no"
    let (program, variables) = (program, environment)
    return try await Task.onThread {
      Result {
        let child = try ChildProcess(program, guest.arguments, environment: variables)
        let end = ContinuousClock.now + .seconds(60)
        var lines: [String] = []
        _ = child.readLines(until: end) { lines.append(String(decoding: $0, as: UTF8.self)) }
        return (lines: lines, ending: child.waitForEnd(until: end))
      }
    }.value.get()
  }
}
