internal import Stagecraft
internal import StagecraftTestKit

extension TabsScene {
  func playOurs(_ narrator: Narrator) async {
    narrator.chapter("Ours: application.registerForPressure(with: pressure)")
    narrator.show(Listing("override func saveState", in: "TabsScreens.swift"))
    narrator.show(Listing("override func restoreState", in: "TabsScreens.swift"))
    let application = ScreenApplication()
    let trigger = PressureTrigger()
    let pressure = PressureMonitor(sources: .only(trigger), policy: .patient)
    application.registerForPressure(with: pressure)
    narrator.record(application, as: "tabs")
    narrator.record(pressure, as: "memory")
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
    let visible = pages[0].viewIfLoaded
    var unloaded: [TabPage] = []
    let observation = application.observe { event in
      guard case .unloaded = event.kind else { return }
      unloaded += pages.filter { $0.id == event.screen }
    }
    let target = tabs.dropFirst().reduce(0) { $0 + $1.bytes }
    // Below this level, the last tab and what was visible a moment ago would stay.
    let pass = await trigger.press(.critical, target: target)
    let isVisibleUntouched = visible != nil && pages[0].viewIfLoaded === visible
    let first = unloaded.map { (tab: $0.tab, loading: $0.loading, worth: $0.bytesPerMillisecond) }
    let after = pages.indices.map { number in
      screen.select(number)
      return window.view.visibleTexts.joined(separator: ", ")
    }
    screen.select(0)
    unloaded = []
    application.recentPeriod = .zero
    await pressure.relieve(.high, target: 1)
    withExtendedLifetime(observation) {}

    narrator.say("The monitor asks for \(target.inMebibytes). The unloaded views, in order:")
    narrator.table(
      "view", "releases", "took to load", "per millisecond",
      rows: first.map {
        [$0.tab.title, $0.tab.bytes.inMebibytes, $0.loading.reading, Int($0.worth).inMebibytes]
      })
    showLabels(narrator, before, after)
    narrator.promise(
      """
      \(first.count) views were unloaded, first those that release the most bytes for the time that \
      loading them again takes; the visible view stayed.
      """,
      isKept: first.count == tabs.count - 1 && isVisibleUntouched
        && zip(first, first.dropFirst()).allSatisfy { $0.worth >= $1.worth })
    narrator.promise(
      "They released the requested number of bytes: \((pass?.released ?? 0).inMebibytes).",
      isKept: pass?.released == target)
    narrator.promise(
      "Afterwards, \(zip(before, after).count { $0 != $1 }) of \(before.count) labels were lost.",
      isKept: before == after && before == tabs.map(\.changedLabel))
    narrator.promise(
      "A smaller shortage unloads one view only: \(unloaded.map(\.name).joined(separator: ", ")).",
      isKept: unloaded.count == 1)
  }

  func playMap(_ narrator: Narrator) async {
    narrator.chapter("A map that is dropped before the view of its page: HeavyResource")
    let application = ScreenApplication()
    let pressure = PressureMonitor(sources: .none, policy: .patient)
    application.registerForPressure(with: pressure)
    narrator.record(application, as: "a map")
    let page = MapPage(bytes: tabs[1].bytes, in: application)
    let catalogue = TabPage(LibraryTab("Catalogue"), in: application)
    let screen = TabScreen([page, catalogue], stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: screen, stage: RecorderStage(), in: application)
    window.open()
    let place = "around the harbour"
    page.map.current?.place = place
    screen.select(1)
    let pass = await pressure.relieve(.high, target: tabs[1].bytes)
    let isOnlyMapDropped = !page.map.isMade && page.isViewLoaded
    screen.select(0)
    let placeAfter = page.map.current?.place
    let rebuilding = page.map.rebuildTime
    page.map.markLost()
    narrator.promise(
      "The map was dropped, with \(pass.released.inMebibytes); its page kept the view.",
      isKept: isOnlyMapDropped && pass.released == tabs[1].bytes)
    narrator.promise(
      """
      When the page was visible again, the map was recreated in \(rebuilding.reading), \
      still \(placeAfter ?? "nowhere"). Lost while visible, it was recreated at once.
      """, isKept: placeAfter == place && page.map.current?.place == place)
  }

  func playStack(_ narrator: Narrator) {
    narrator.chapter("A stack of four screens")
    let clock = ManualClock()
    let application = ScreenApplication(clock: clock)
    let pages = [
      ("Catalogue", "Novels, by year"), ("Author", "Read all six"), ("Book", "Page 214"),
      ("Review", "Four stars"),
    ].map { TabPage(LibraryTab($0, "", $1, bytes: 4096), in: application) }
    narrator.record(application, as: "a stack")
    let stack = NavigationScreen(root: pages[0], stage: RecorderStage(), in: application)
    let window = ScreenWindow(root: stack, stage: RecorderStage(), in: application)
    window.open()
    for page in pages.dropFirst() { stack.push(page) }
    for page in pages { page.view.text = page.tab.changedLabel }
    clock.advance(by: .seconds(60))

    func unload(at level: PressureLevel, _ title: String) -> [String] {
      let lines = application.unloadHiddenViews(at: level).entries.compactMap { entry in
        switch entry.outcome {
        case .released: "\(entry.name) unloaded"
        case .kept(let reason): "\(entry.name) kept: \(reason)"
        case .notNeeded: String?.none
        }
      }
      narrator.show([title] + lines.map { "    \($0)" })
      return lines
    }
    let high = unload(at: .high, "High pressure")
    let hold = pages[2].hold("a note is being written")
    let held = unload(at: .critical, "Critical pressure, Book is held")
    hold.release()
    let critical = unload(at: .critical, "Critical pressure, Book is not held")
    var labels: [String] = []
    while stack.screens.count > 1 {
      labels += window.view.visibleTexts
      stack.pop()
    }
    narrator.promise(
      """
      The most distant views are unloaded first, the one below the top only at critical pressure, \
      and a held one never.
      """,
      isKept: high.prefix(2) == ["Catalogue unloaded", "Author unloaded"]
        && high.contains("Book kept: the user is likely to see it next")
        && held.contains("Book kept: it is held (a note is being written)")
        && critical.first == "Book unloaded")
    narrator.promise(
      "On the way back all labels are unchanged: \(labels.joined(separator: " < ")).",
      isKept: labels == pages.dropFirst().map(\.tab.changedLabel).reversed())
  }

  func playOrder(_ narrator: Narrator) {
    narrator.chapter("The order of callbacks")
    let application = ScreenApplication()
    func page(_ title: String) -> TabPage { TabPage(LibraryTab(title), in: application) }
    let stages = (0..<3).map { _ in RecorderStage() }
    let (book, sheet) = (page("Book"), page("Review"))
    let stack = NavigationScreen(root: page("Catalogue"), stage: stages[0], in: application)
    let tabs = TabScreen([stack, page("Loans")], stage: stages[1], in: application)
    let window = ScreenWindow(root: tabs, stage: stages[2], in: application)
    // Containers are screens too; their callbacks are not shown.
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
      narrator.show([title])
      for line in lines.joined(separator: ", ").wrapped(to: 90) { narrator.show("    \(line)") }
      return lines
    }
    func cancelSwipe() {
      let swipe = try? stack.beginPop()
      swipe?.update(0.5)
      swipe?.cancel()
    }
    func standing(_ screen: AnyScreen) -> [Bool] {
      [screen.appearance == .visible, screen.isForeground]
    }
    let push = note("push(book)") { stack.push(book) }
    let swipe = note("beginPop(), cancel()", cancelSwipe)
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
    let uikit = note("beginPop(), cancel() with TransitionOrder.uikit", cancelSwipe)

    narrator.promise(
      "Both screens of a push are notified of its start before either is notified of its end.",
      isKept: push == [
        "Catalogue.willDisappear", "Book.willAppear", "Catalogue.didDisappear", "Book.didAppear",
      ])
    func count(_ step: String) -> Int { swipe.count { $0.hasSuffix(step) } }
    narrator.promise(
      """
      A cancelled swipe back leaves \(depth) screens; every reported start is followed by an end. \
      UIKit's order is available too.
      """,
      isKept: depth == 2 && count("willAppear") == 2 && count("willDisappear") == 2
        && count("didAppear") == 1 && count("didDisappear") == 1
        && uikit == [
          "Book.willDisappear", "Catalogue.willAppear", "Catalogue.willDisappear",
          "Catalogue.didDisappear", "Book.willAppear", "Book.didAppear",
        ])
    narrator.promise(
      "Below a sheet a screen is visible but not foreground; below a full screen it is neither.",
      isKept: underSheet == [true, false] && underFull == [false, false])
    let violations = stages.flatMap(\.violations)
    narrator.promise(
      """
      Callbacks out of order: \(recorder.illegalSteps.count). Invalid stage requests: \
      \(violations.count).
      """, isKept: recorder.illegalSteps.isEmpty && violations.isEmpty)
  }

  func playLeak(_ narrator: Narrator) async {
    narrator.chapter("A view that stays alive")
    let album = await unload { AlbumScreen(in: $0) }
    let tidy = await unload { TidyAlbumScreen(in: $0) }
    if let leak = album.leak { narrator.quote("\(leak)") }
    narrator.promise("The view is found.", isKept: album.isAlive && album.leak != nil)
    narrator.promise("With @ViewBound it is freed.", isKept: !tidy.isAlive && tidy.leak == nil)
  }

  private func unload(
    _ make: (ScreenApplication) -> Screen<PageView>
  ) async -> (isAlive: Bool, leak: ScreenEvent.ViewLeak?) {
    let application = ScreenApplication()
    let events = application.events
    let screen = make(application)
    screen.loadViewIfNeeded()
    weak let view = screen.viewIfLoaded
    try? screen.unloadView()
    guard view != nil else { return (false, nil) }
    defer { withExtendedLifetime((application, screen)) {} }
    for await event in events {
      if case .viewOutlived(let leak) = event.kind { return (true, leak) }
    }
    return (true, nil)
  }
}

extension PressurePolicy {
  /// A policy for a main actor that is also busy with other tests.
  static var patient: PressurePolicy {
    var policy = PressurePolicy()
    policy.responderBudget = .seconds(600)
    return policy
  }
}
