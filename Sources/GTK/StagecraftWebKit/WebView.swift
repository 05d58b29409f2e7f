#if WebPages
internal import CGTK
internal import CStageWebKit
internal import CWebKitGTK
public import StagecraftGTK

/// A WebKit page, which runs in a process of its own.
///
/// As a heavy resource it is dropped under memory pressure, and created again with the same page,
/// scrolled as it was. The process may also end by itself; then the resource is marked as lost, and
/// created again at once if it is visible:
///
/// ```swift
/// private lazy var news: HeavyResource<WebView> = HeavyResource(
///   of: self, "news", bytes: WebView.usualBytes,
///   make: { screen, page in
///     let view = WebView()
///     view.onProcessEnd = { [weak screen] _ in screen?.news.markLost() }
///     view.show(page ?? WebPage(.address(screen.address)))
///     return view
///   },
///   snapshot: { view in view.page },
///   didMake: { screen, view in screen.place.content = view },
///   willDrop: { screen, _ in screen.place.content = nil })
/// ```
///
/// A process that ends four times, each time within a minute, is not replaced again until the screen
/// next appears: show a button in `willDrop` that calls `HeavyResource.makeIfNeeded()`. WebKitGTK
/// 2.50 stops the whole program if a process is killed in its first tenth of a second, before it has
/// sent its identifier.
///
/// With a `LocalPool` and a preference, a view that is only moved shows its page in the next frame.
///
/// The Tab key moves through the links and fields of the page, and then to the next widget. Ctrl+Tab
/// moves there at once, also from a page that uses the Tab key itself.
open class WebView: Widget {
  /// About how many bytes the process of a small page holds.
  ///
  /// Measured as its proportional share, with WebKitGTK 2.50, which cannot tell it itself.
  public static let usualBytes = 120 << 20

  /// Called when ``title`` has changed.
  public var onTitleChange: (@MainActor (String) -> Void)?
  /// Called when ``progress`` has changed.
  public var onProgress: (@MainActor (Double) -> Void)?
  /// Called when a page has been loaded and scrolled to where it was.
  public var onLoad: (@MainActor () -> Void)?
  /// Called when a page cannot be loaded.
  ///
  /// The call comes in a later turn than WebKit's signal, so that the view may be dropped in it.
  public var onFailure: (@MainActor (WebViewError) -> Void)?
  /// Called when the process of the view has ended.
  ///
  /// The view is blank then, until a page is shown, and ``loaded()`` throws. ``page`` is the one that
  /// was requested last. It is also called if the process is killed while a page is being loaded.
  ///
  /// The call comes in a later turn than WebKit's signal, so that the view may be dropped in it.
  public var onProcessEnd: (@MainActor (WebProcessEnd) -> Void)?

  private let scripts: PageScripts
  private var machine = WebLoadMachine()
  private var waiters: [Int: CheckedContinuation<Void, any Error>] = [:]
  private var lastWaiter = 0
  var runningScripts = 0

  /// Creates a view without a page.
  ///
  /// - Parameter processes: The limits of its process.
  public init(in processes: WebProcesses = .shared) {
    let scripts = PageScripts()
    self.scripts = scripts
    super.init(
      processes.withRaw { context in scripts.withRaw { stage_web_view_new(context, $0) } })
    expands = true
    scripts.onScroll = { [weak self] in self?.machine.scrolled(to: $0) }
    listen()
  }

  isolated deinit {
    // WebKit retains its view until a script has answered. A page whose own script never ends
    // does not answer, and its process would run on for ever.
    if runningScripts > 0 || machine.isLoading { terminateProcess() }
  }

  // MARK: Pages

  /// Loads a page, and scrolls it when it has been loaded.
  ///
  /// - Parameter page: The page.
  public func show(_ page: WebPage) {
    machine.shows(page)
    withRaw(as: WebKitWebView.self) { view in
      switch page.content {
      case .address(let address): webkit_web_view_load_uri(view, address)
      case .html(let text, let base): webkit_web_view_load_html(view, text, base)
      }
    }
  }

  /// Loads a text in HTML.
  ///
  /// - Parameters:
  ///   - html: The text.
  ///   - base: The address to which its links refer.
  public func load(html: String, base: String? = nil) { show(WebPage(.html(html, base: base))) }

  /// Loads the page at an address.
  ///
  /// - Parameter address: The address, as in `https://example.org/`.
  public func load(address: String) { show(WebPage(.address(address))) }

  /// What the view shows, as a snapshot; nil before the first page.
  ///
  /// It contains the address that the user has reached by following links, and how far the page
  /// was scrolled at the last report of its process. While a page is being loaded, it is the one
  /// that was requested, with the offset to which it will be scrolled.
  public var page: WebPage? { machine.page(at: address) }

  /// The address of the page; nil before the first one.
  public var address: String? {
    withRaw(as: WebKitWebView.self) {
      webkit_web_view_get_uri($0).map { String(cString: $0) }
    }
  }

  /// The title of the page; empty if it has none.
  public var title: String {
    withRaw(as: WebKitWebView.self) {
      webkit_web_view_get_title($0).map { String(cString: $0) } ?? ""
    }
  }

  /// How much of the page has been loaded, from 0 to 1.
  public var progress: Double {
    withRaw(as: WebKitWebView.self) { webkit_web_view_get_estimated_load_progress($0) }
  }

  /// Whether a page is being loaded, or has not been scrolled yet.
  public var isLoading: Bool { machine.isLoading }

  /// Waits until the page has been loaded and scrolled to where it was.
  ///
  /// Returns at once if no page is being loaded. The title may arrive a little later, as
  /// ``onTitleChange`` reports: WebKit sends it separately.
  ///
  /// Waiting keeps the view alive. A page whose script never ends is never loaded: cancel the task
  /// when the view is not needed any more.
  ///
  /// - Throws: ``WebViewError`` if the page cannot be loaded or its process has ended;
  ///   `CancellationError` if the task is cancelled.
  public func loaded() async throws {
    if let failure = machine.failure { throw failure }
    guard machine.isLoading else { return }
    lastWaiter += 1
    let number = lastWaiter
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation {
        (caller: CheckedContinuation<Void, any Error>) in
        if Task.isCancelled { return caller.resume(throwing: CancellationError()) }
        waiters[number] = caller
      }
    } onCancel: { [weak self] in
      Task { @MainActor in
        self?.waiters.removeValue(forKey: number)?.resume(throwing: CancellationError())
      }
    }
  }

  /// Ends the process of the view, which is blank afterwards.
  ///
  /// ``onProcessEnd`` is called with ``WebProcessEnd/terminated``.
  public func terminateProcess() {
    withRaw(as: WebKitWebView.self) { webkit_web_view_terminate_web_process($0) }
  }

  // MARK: Signals

  private func listen() {
    on("notify::title") { [weak self] _ in
      guard let self else { return }
      onTitleChange?(title)
    }
    on("notify::estimated-load-progress") { [weak self] _ in
      guard let self else { return }
      onProgress?(progress)
    }
    on("load-changed") { [weak self] parameters in
      switch UInt32(parameters.integer(0)) {
      case WEBKIT_LOAD_STARTED.rawValue: self?.machine.started()
      case WEBKIT_LOAD_FINISHED.rawValue: self?.loadEnded()
      default: break
      }
    }
    onAsked("load-failed") { [weak self] parameters in
      // Another page was requested instead, or a script has stopped the load: not an error.
      let error = parameters.structure(2)?.assumingMemoryBound(to: GError.self)
      let isCancelled = g_error_matches(
        error, webkit_network_error_quark(), Int32(WEBKIT_NETWORK_ERROR_CANCELLED.rawValue))
      if isCancelled != 0 { return false }
      self?.failed("“\(parameters.text(1))” cannot be loaded.")
      return false
    }
    on("web-process-terminated") { [weak self] parameters in
      let reason: WebProcessEnd =
        switch UInt32(parameters.integer(0)) {
        case WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT.rawValue: .exceededMemoryLimit
        case WEBKIT_WEB_PROCESS_TERMINATED_BY_API.rawValue: .terminated
        default: .crashed
        }
      self?.processEnded(reason)
    }
  }

  private func loadEnded() {
    guard let offset = machine.ended(at: address) else { return }
    // Also without an offset: its answer says that the process has laid out the page. The page may
    // never answer, so the answer must not retain the view.
    run(offset.script, in: PageScripts.world) { [weak self] _ in
      Task { self?.wasScrolled() }
    }
  }

  private func wasScrolled() {
    guard machine.wasScrolled() else { return }
    onLoad?()
    resumeWaiters(.success(()))
  }

  private func failed(_ description: String) {
    let error = WebViewError(description)
    guard machine.failed(error) else { return }
    Task { [weak self] in self?.onFailure?(error) }
    resumeWaiters(.failure(error))
  }

  private func processEnded(_ reason: WebProcessEnd) {
    let error = WebViewError("The process of the page has ended: \(reason).")
    // At once: in a later turn another page may have been requested.
    machine.processEnded(error)
    Task { [weak self] in self?.onProcessEnd?(reason) }
    resumeWaiters(.failure(error))
  }

  private func resumeWaiters(_ result: Result<Void, WebViewError>) {
    let waiters = waiters
    self.waiters = [:]
    for waiter in waiters.values { waiter.resume(with: result.mapError { $0 as any Error }) }
  }
}
#endif
