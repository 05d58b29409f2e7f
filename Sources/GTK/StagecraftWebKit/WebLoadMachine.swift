#if WebPages
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
  private var firstAddress: String?

  var isLoading: Bool {
    switch state {
    case .requested, .loading, .scrolling: true
    case .empty, .shown, .failed: false
    }
  }

  var failure: WebViewError? {
    if case .failed(let error) = state { error } else { nil }
  }

  /// Nil before the first page.
  func page(at address: String?) -> WebPage? {
    guard var page = requested else { return nil }
    // The user has followed a link, or the address has led elsewhere.
    if state == .shown, let address, address != firstAddress { page.content = .address(address) }
    return page
  }

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

  /// Where the page is to be scrolled; nil if nothing was being loaded.
  mutating func ended(at address: String?) -> WebOffset? {
    guard state == .loading else { return nil }
    firstAddress = firstAddress ?? address
    state = .scrolling
    return requested?.offset ?? WebOffset()
  }

  /// False if another page is being loaded.
  mutating func wasScrolled() -> Bool {
    guard state == .scrolling else { return false }
    state = .shown
    return true
  }

  /// Whether it was the page that is being loaded.
  mutating func failed(_ error: WebViewError) -> Bool {
    guard state == .loading || state == .scrolling else { return false }
    state = .failed(error)
    return true
  }

  mutating func processEnded(_ error: WebViewError) {
    if state != .empty { state = .failed(error) }
  }

  mutating func scrolled(to offset: WebOffset) {
    // A report during the load belongs to the former page, or to the top of the new one.
    if state == .shown { requested?.offset = offset }
  }
}
#endif
