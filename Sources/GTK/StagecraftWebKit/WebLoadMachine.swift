#if WebPages
/// What a web view shows, loads, and how far it is scrolled.
struct WebLoadMachine: Hashable, Sendable {
  private enum State: Hashable {
    /// No page was requested. Exits: `requested`.
    case empty
    /// A page was requested; what ends now is the former one. Exits: `loading`, `failed`.
    case requested
    /// A page is being loaded, and is scrolled afterwards. Exits: `scrolling`, `failed`,
    /// `requested`.
    case loading
    /// The page is loaded, and is being scrolled to where it was. Exits: `loading`, `shown`,
    /// `failed`.
    case scrolling
    /// The page is shown. Exits: `loading`, `failed`.
    case shown
    /// The page could not be loaded, or its process has ended. Exits: `loading`.
    case failed(WebViewError)
  }

  private var state = State.empty
  private var requested: WebPage?
  /// The address that the toolkit reported for the requested page.
  private var firstAddress: String?

  var isLoading: Bool {
    switch state {
    case .requested, .loading, .scrolling: true
    case .empty, .shown, .failed: false
    }
  }

  /// Why there is no page; nil if it is shown or being loaded.
  var failure: WebViewError? {
    if case .failed(let error) = state { error } else { nil }
  }

  /// The page as a snapshot.
  ///
  /// - Parameter address: The address that the toolkit reports.
  /// - Returns: The page; nil before the first one.
  func page(at address: String?) -> WebPage? {
    guard var page = requested else { return nil }
    // The user has followed a link, or the address has led elsewhere.
    if state == .shown, let address, address != firstAddress { page.content = .address(address) }
    return page
  }

  /// The program shows a page.
  mutating func shows(_ page: WebPage) {
    requested = page
    firstAddress = nil
    state = .requested
  }

  /// A page has begun to load: the requested one, or one that the user has chosen.
  mutating func started() {
    switch state {
    case .requested, .loading, .scrolling: break
    // The user has followed a link: the new page begins at the top.
    case .shown, .failed: requested?.offset = WebOffset()
    case .empty: return
    }
    state = .loading
  }

  /// The page has been loaded.
  ///
  /// - Parameter address: The address that the toolkit reports.
  /// - Returns: Where it is to be scrolled; nil if nothing was being loaded.
  mutating func ended(at address: String?) -> WebOffset? {
    guard state == .loading else { return nil }
    firstAddress = firstAddress ?? address
    state = .scrolling
    return requested?.offset ?? WebOffset()
  }

  /// The page has been scrolled to where it was.
  ///
  /// - Returns: Whether it is shown now; false if another one is being loaded.
  mutating func wasScrolled() -> Bool {
    guard state == .scrolling else { return false }
    state = .shown
    return true
  }

  /// The page could not be loaded.
  ///
  /// - Returns: Whether it was the one that is being loaded.
  mutating func failed(_ error: WebViewError) -> Bool {
    guard state == .loading || state == .scrolling else { return false }
    state = .failed(error)
    return true
  }

  /// The process of the page has ended.
  mutating func processEnded(_ error: WebViewError) {
    if state != .empty { state = .failed(error) }
  }

  /// The process reports how far the page is scrolled.
  mutating func scrolled(to offset: WebOffset) {
    // A report during the load belongs to the former page, or to the top of the new one.
    if state == .shown { requested?.offset = offset }
  }
}
#endif
