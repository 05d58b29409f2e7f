#if WebPages
import Testing

@testable import StagecraftWebKit

@Suite("Loading of web pages")
struct WebLoadMachineTests {
  let page = WebPage(.address("https://example.org/"), offset: WebOffset(y: 300))

  @Test func aPageIsScrolledAfterItWasLoaded() {
    var machine = WebLoadMachine()
    #expect(machine.page(at: nil) == nil)
    machine.shows(page)
    machine.started()
    // Reports of the former page, and of the new one before it is scrolled.
    machine.scrolled(to: WebOffset(y: 5))
    #expect(machine.page(at: "https://example.org/") == page)
    let offset = machine.ended(at: "https://example.org/")
    #expect(offset == WebOffset(y: 300))
    machine.scrolled(to: WebOffset())
    let isShown = machine.wasScrolled()
    #expect(isShown)
    machine.scrolled(to: WebOffset(y: 310))
    #expect(machine.page(at: nil)?.offset == WebOffset(y: 310))
  }

  @Test func aLinkBeginsAtTheTop() {
    var machine = WebLoadMachine()
    machine.shows(page)
    machine.started()
    _ = machine.ended(at: "https://example.org/")
    _ = machine.wasScrolled()
    machine.started()
    #expect(machine.isLoading)
    let offset = machine.ended(at: "https://example.org/")
    #expect(offset == WebOffset())
    let isShown = machine.wasScrolled()
    #expect(isShown)
    let news = "https://example.org/news"
    #expect(machine.page(at: news) == WebPage(.address(news)))
  }

  @Test func aTextIsReplacedByTheLinkThatTheUserFollowed() {
    var machine = WebLoadMachine()
    machine.shows(WebPage(.html("<p>", base: nil)))
    machine.started()
    _ = machine.ended(at: "about:blank")
    _ = machine.wasScrolled()
    #expect(machine.page(at: "about:blank") == WebPage(.html("<p>", base: nil)))
    machine.started()
    _ = machine.ended(at: "https://example.org/")
    _ = machine.wasScrolled()
    let address = "https://example.org/"
    #expect(machine.page(at: address) == WebPage(.address(address)))
  }

  @Test func anotherPageMeanwhileIsTheOneThatCounts() {
    var machine = WebLoadMachine()
    machine.shows(page)
    machine.started()
    _ = machine.ended(at: "https://example.org/")
    machine.shows(WebPage(.html("<p>", base: nil)))
    let isShown = machine.wasScrolled()
    #expect(!isShown && machine.isLoading)
    // What ends before the new one has begun is the former one.
    let error = WebViewError("no network")
    let former = (machine.failed(error), machine.ended(at: nil))
    #expect(former == (false, nil))
    machine.started()
    let failures = [machine.failed(error), machine.failed(error)]
    #expect(failures == [true, false])
    #expect(machine.failure == error)
    let offset = machine.ended(at: "https://example.org/")
    #expect(offset == nil)
    machine.shows(page)
    #expect(machine.failure == nil)
  }
}
#endif
