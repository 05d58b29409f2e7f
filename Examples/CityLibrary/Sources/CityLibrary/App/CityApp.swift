import Foundation
import LibraryModel
import Stagecraft
import StagecraftGTK
import StagecraftWebKit

/// The window, its screens, and what they share.
@MainActor
final class CityApp {
  let arguments: Arguments
  let application: GTKApplication
  /// Memory pressure of a button.
  let shortage = PressureTrigger(name: "button")
  let pressure: PressureMonitor
  let timeline = Timeline(capacity: .events(100_000))
  /// Its work until the first frame, and since then.
  private(set) lazy var mainThread = MainThreadMeter(timeline)
  let manager = OperationManager("reader")
  let alerts: AlertQueue
  let covers: CoverStore

  private(set) lazy var catalogue = NavigationScreen(
    root: CatalogueScreen(self), stage: StackStage())
  private(set) lazy var loans = LoansScreen(self)
  private(set) lazy var desk = DeskScreen(self)
  private(set) lazy var branches = PageScreen(count: 7, stage: CarouselStage()) { [unowned self] in
    BranchScreen(self, id: $0 + 1)
  }
  private(set) lazy var switcher = SwitcherStage()
  private(set) lazy var tabs = TabScreen(
    [catalogue, loans, desk, branches], stage: switcher)
  private lazy var windowStage = WindowStage(
    width: arguments.width, height: 720, sheetHeight: 420)
  private(set) lazy var window = ScreenWindow(
    root: tabs, stage: windowStage)

  private(set) var library: Library?
  private var waiting: [@MainActor (Library) -> Void] = []
  private let stateFile: ScreenStateFile
  private let settings: Settings
  private var saving: ObservationToken?
  private var appearance: ObservationToken?
  /// For which width the screens are laid out.
  private var layout: [Int] = []
  /// A logout, and Control+C in a terminal.
  private var signals: [any DispatchSourceSignal] = []
  private var isSaving = false
  /// Of the process, when it quits.
  var exitCode: Int32 = 0

  init(_ arguments: Arguments, in application: GTKApplication) {
    self.arguments = arguments
    self.application = application
    pressure = PressureMonitor(sources: .automatic.and(MemoryMonitorSource()).and(shortage))
    alerts = AlertQueue(
      presenter: arguments.isDemo
        ? AnsweringPresenter(pause: .seconds(3) * arguments.pace) : DialogPresenter(),
      manager: OperationManager("notices"))
    covers = CoverStore(under: pressure)
    // Each desk has its own.
    let desk = arguments.isAnotherDesk ? "-desk" : ""
    settings = Settings(path: arguments.folder.appending(path: "settings\(desk)").path)
    stateFile = ScreenStateFile(
      path: arguments.folder.appending(path: "screens\(desk)").path, schema: 1)
    ScreenApplication.shared.registerForPressure(with: pressure)
    BranchScreen.pages.registerForPressure(
      with: pressure, priority: .early, bytesPerElement: WebView.usualBytes)
    BranchScreen.maps.registerForPressure(
      with: pressure, cost: .fetched, priority: .late, from: .high)
    record()
  }

  /// Opens the window, and then all that is in it.
  func launch() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { _ in }
      let source = DispatchSource.makeSignalSource(signal: number, queue: .main)
      source.setEventHandler { [application] in application.quit() }
      source.resume()
      signals.append(source)
    }
    application.onOpen = { [weak self] links in
      self?.whenOpen { _ in for link in links { self?.open(link: link) } }
    }
    openLibrary()
  }

  private func openLibrary() {
    do {
      try FileManager.default.createDirectory(
        at: arguments.folder, withIntermediateDirectories: true)
      var settings = LibrarySettings(path: arguments.libraryPath)
      settings.seed = arguments.seed
      settings.titles = arguments.titles
      settings.manager = manager
      settings.report = { [weak self] error in Task { @MainActor in self?.show(error) } }
      let launch = try LibraryLaunch(settings) { [weak self] in
        if let self, saving == nil { openWindow() }
      } show: { [weak self] library in
        self?.open(library)
      }
      let began = timeline.now
      Task {
        var options = OperationGraph.RunOptions()
        options.recordsTrace = true
        let report = try await launch.graph.attempt(options)
        timeline.record(report.trace, startedAt: began)
        if !report.failedSteps.isEmpty {
          complain("\(report)")
          showFailure(text("The file %@ cannot be read or written.", arguments.libraryPath))
        }
      }
    } catch {
      if saving == nil { openWindow() }
      complain("\(error)")
      showFailure(text("The folder %@ cannot be written.", arguments.folder.path))
    }
  }

  /// In the catalogue, where titles would be.
  private func showFailure(_ sentence: String) {
    tabs.select(0)
    guard let screen = catalogue.screens.first as? CatalogueScreen else { return }
    screen.loadViewIfNeeded()
    screen.showFailure(sentence) { [weak self] in self?.openLibrary() }
  }

  /// Calls a closure with the library: now, or as soon as it is open.
  func whenOpen(_ body: @escaping @MainActor (Library) -> Void) {
    if let library { body(library) } else { waiting.append(body) }
  }

  private func openWindow() {
    Style.sheet.add()
    StageTexts.back = text("Back")
    StageTexts.page = { text("Page %d of %d", $0, $1) }
    if let scale = arguments.textScale { Appearance.textScale = scale }
    addActions()
    catalogue.title = text("Catalogue")
    branches.title = text("Branches")
    tabs.title = text("City Library")
    let icons = ["view-grid", "emblem-documents", "view-list", "mark-location"]
    for (screen, icon) in zip(tabs.screens, icons) {
      switcher[screen].icon = "\(icon)-symbolic"
    }
    registerScreens()
    if arguments.shots == nil, case .restored(let archive) = stateFile.readBlocking() {
      window.restore(from: archive, catalog: ScreenApplication.shared.catalog)
    }
    saving = ScreenApplication.shared.observe { [weak self] event in self?.note(event) }
    application.open(window)
    LatePlace.window = window.view
    followWidth()
    Task {
      try await window.view.nextFrames(1)
      timeline.mark("first frame")
      if arguments.report != nil { mainThread.begin() }
      if arguments.shots != nil { print("first frame after \(timeline.now)") }
    }
  }

  private func note(_ event: ScreenEvent) {
    switch event.kind {
    case .viewDidLoad where event.screen == tabs.id:
      // Also after the view was unloaded under pressure.
      tabs.view.barActions = [MainMenu.button(self)]
    case .navigated:
      saveSoon()
      showNotices()
    default: break
    }
  }

  /// A kill loses what the reader did after the last save.
  func saveSoon() {
    if arguments.shots != nil || isSaving { return }
    isSaving = true
    Task {
      try await Task.sleep(for: .seconds(1))
      isSaving = false
      do { try await window.saveState(to: stateFile) } catch { complain("\(error)") }
    }
  }

  private func open(_ library: Library) {
    self.library = library
    timeline.record(library.copies, as: "copies")
    timeline.record(library.desk.orders.list, as: "orders")
    library.session.askWith { [weak self] waiting in
      guard let self else { throw CancellationError() }
      return try await askForCard(waiting)
    }
    let readers = library.session.readers.list.snapshot()
    if arguments.shots == nil, let reader = readers[id: settings[.reader]] {
      library.session.signIn(reader)
    }
    for body in waiting { body(library) }
    waiting = []
    followLoans(library)
    if arguments.isDemo { Task { await Demo(self, library).run() } }
    if let shots = arguments.shots { Task { exit(await Shots(self, folder: shots).run()) } }
  }

  private func registerScreens() {
    let catalog = ScreenApplication.shared.catalog
    catalog.register("title") { [unowned self] state in
      state.value(for: .title).map { TitleScreen(self, id: $0) }
    }
    catalog.register("review") { [unowned self] state in
      state.value(for: .title).map { ReviewScreen(self, id: $0) }
    }
    catalog.register("backstage") { [unowned self] _ in BackstageScreen(self) }
  }

  private func addActions() {
    application.addAction("quit", shortcut: "<Control>q") { [weak self] in self?.application.quit()
    }
    application.addAction("backstage", shortcut: "<Control>b") { [weak self] in
      self?.open(link: "library://backstage")
    }
    application.addAction("shortcuts", shortcut: "<Control>question") { [weak self] in
      self.map { MainMenu.shortcuts.present(over: $0.window.view) }
    }
    application.addAction("about") { [weak self] in
      self.map { MainMenu.about.present(over: $0.window.view) }
    }
    for index in tabs.screens.indices {
      application.addAction("tab-\(index + 1)", shortcut: "<Alt>\(index + 1)") { [weak tabs] in
        tabs?.select(index)
      }
    }
  }

  /// Shows the place that a link names.
  func open(link address: String) {
    guard let link = LibraryLink(address) else {
      return show(text("“%@” is no link of the library.", address))
    }
    window.show(link.navigation)
    if case .catalogue(let search) = link, !search.isEmpty {
      (catalogue.screens.first as? CatalogueScreen)?.search(search)
    }
  }

  func willQuit() {
    if arguments.isTemporary {
      try? FileManager.default.removeItem(at: arguments.folder)
    } else if arguments.shots == nil {
      do { _ = try window.saveStateBlocking(to: stateFile) } catch { complain("\(error)") }
    }
  }

  // MARK: What all screens do

  var width: Double {
    let width = window.isViewLoaded ? window.view.width : 0
    return Double(width > 0 ? width : arguments.width)
  }

  var isPhone: Bool { width < 600 }

  /// Whether views have as little space as on a phone; large texts need more.
  var isNarrow: Bool { width < 600 * Appearance.textScale }

  /// Whether a text has space in the bar, beside the names of the tabs.
  var hasSpaceInBar: Bool { width >= 1_080 * Appearance.textScale }

  /// Whether a panel has space beside a page.
  var isWide: Bool { width >= panelWidth + 280 }

  /// Larger texts need wider panels.
  var panelWidth: Double { 120 + 200 * Appearance.textScale }

  /// Lays out the screens again when the window becomes narrow or wide, or texts another size.
  private func followWidth() {
    window.view.onResize { [weak self] _, _ in
      if let self, layout != bestLayout { layOutScreens() }
    }
    appearance = Appearance.observe { [weak self] in self?.layOutScreens() }
    layOutScreens()
  }

  /// The last number changes with every four covers that fit.
  private var bestLayout: [Int] {
    [isNarrow, isPhone, isWide, hasSpaceInBar].map { $0 ? 1 : 0 } + [Int(width) / 584]
  }

  private func layOutScreens() {
    layout = bestLayout
    let view = window.view
    for (style, isWanted) in [
      ("high-contrast", Appearance.isHighContrast), ("large-texts", Appearance.textScale > 1.2),
    ] {
      if isWanted { view.addStyle(style) } else { view.removeStyle(style) }
    }
    for case let screen as LibraryScreen in ScreenApplication.shared.liveScreens
    where screen.isViewLoaded {
      screen.layOut()
    }
  }

  func openTitle(_ id: Title.ID) {
    window.show(LibraryLink.title(id).navigation)
  }

  func show(_ message: String, button: String = "", onButton: (@MainActor () -> Void)? = nil) {
    // A reader needs more time to decide than to read.
    let timeout: Duration = button.isEmpty ? .seconds(5) : .seconds(10)
    windowStage.add(Toast(message, button: button, timeout: timeout, onButton: onButton))
  }

  /// A cancelled login is no error.
  func show(_ error: any Error) {
    if error is CancellationError { return }
    if let error = error as? OperationError {
      if let root = error.rootError { show(root) }
      return
    }
    show(sentence(for: error))
  }

  private func askForCard(_ waiting: @escaping @Sendable () -> [String]) async throws -> Reader {
    switch await tabs.present(LoginScreen(self, waiting: waiting), as: .sheet) {
    case .finished(let reader): return reader
    case .dismissed, .refused, .cancelled: throw CancellationError()
    }
  }

  /// The item of the main menu that signs in or out.
  var sessionMenu: Menu? { didSet { showSession() } }

  private func showSession() {
    sessionMenu?.removeAll()
    let name = library?.session.reader?.name
    sessionMenu?.addItem(name.map { text("Sign Out %@", $0) } ?? text("Sign In")) { [weak self] in
      self?.toggleSession()
    }
  }

  private func toggleSession() {
    guard let library else { return }
    if library.session.reader != nil { return library.session.signOut() }
    Task {
      do { _ = try await library.reader.signIn().value } catch { show(error) }
    }
  }

  // MARK: Loans of the reader

  private var loanObservations: [ListObservation] = []

  /// Keeps the badge of the tab, and begins notices when a reader has signed in.
  private func followLoans(_ library: Library) {
    let showBadge = { @MainActor [weak self] in
      guard let self else { return }
      let reader = library.session.reader?.id
      switcher[loans].badge = reader.map { library.notices.due(for: $0, on: .today).count } ?? 0
    }
    loanObservations = [
      library.lending.loans.list.observe(.atMost(every: .milliseconds(250))) { _ in showBadge() },
      library.session.current.observe { [weak self] transition in
        self?.showSession()
        showBadge()
        let reader = transition.new.first
        if self?.arguments.shots == nil { self?.settings[.reader] = reader?.id ?? 0 }
        self?.noticed = reader?.id
        self?.showNotices()
      },
      library.clock.moments.observe { [weak self] transition in
        if transition.old.first?.day == transition.new.first?.day { return }
        showBadge()
        self?.noticed = library.session.reader?.id
        self?.showNotices()
      },
    ]
  }

  /// The reader whose notices are shown as soon as no sheet is, with which a dialog would go.
  private var noticed: Reader.ID?
  /// At midnight the reader may not have answered the notices of the day before.
  private var isNoticing = false

  private func showNotices() {
    guard let library, let reader = noticed, !isNoticing, window.presentedScreens.isEmpty
    else { return }
    noticed = nil
    if arguments.shots != nil { return }
    isNoticing = true
    Task {
      defer {
        isNoticing = false
        showNotices()
      }
      do {
        try await library.notices.show(
          for: reader, on: .today, in: alerts, content: NoticeTexts.content)
      } catch let error as AlertQueue.PresentationError where error == .vanished {
        // With the sheet below it: again, as soon as there is none.
        noticed = noticed ?? reader
      } catch {
        show(error)
      }
    }
  }

  private func record() {
    timeline.record(all: [manager, alerts.manager, pressure])
    timeline.record(covers.cache, as: "covers")
    timeline.record(ScreenApplication.shared)
  }
}

extension SettingsKey<Int> {
  /// The reader who is signed in; 0 for none.
  fileprivate static let reader = SettingsKey("reader", default: 0)
}
