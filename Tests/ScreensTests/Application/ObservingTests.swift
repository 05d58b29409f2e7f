import Foundation
import Testing

@testable import StagecraftScreens

@MainActor
@Suite(.timeLimit(.minutes(3)))
struct ObservingTests {
  let application = ScreenApplication()
  let diary = Diary()

  init() {
    application.warningPolicy = .heavyOnly
  }

  private func page(_ label: String) -> DiaryScreen {
    DiaryScreen(label, diary, in: application)
  }

  @Test
  func receivesEachEventBeforeTheScreenIsCalled() {
    application.warningPolicy = .heavyOnly
    let page = page("Page")
    let observation = application.observe { [diary] event in
      diary.note("\(event.name): \(event.kind)")
    }
    page.loadViewIfNeeded()
    application.receiveMemoryWarning()
    page.notifyDidEnterBackground()
    page.notifyWillEnterForeground()
    observation.cancel()
    let lines = [
      "Page: loadView", "Page.loadView", "Page: viewDidLoad", "Page.viewDidLoad",
      "Page: memoryWarning", "Page.warning", "Page: enteredBackground", "Page.background",
      "Page: entersForeground", "Page.foreground",
    ]
    #expect(diary.take() == lines)
    page.appearInWindow()
    #expect(diary.take().allSatisfy { $0.hasPrefix("Page.") })
  }

  @Test
  func notifiesObserversInTheOrderInWhichTheyWereAdded() {
    let page = page("Page")
    let observations = (0..<4).map { number in
      application.observe { [diary] event in
        if event.kind == .loadView { diary.note("\(number)") }
      }
    }
    observations[1].cancel()
    observations[1].cancel()
    page.loadViewIfNeeded()
    #expect(diary.take() == ["0", "2", "3", "Page.loadView", "Page.viewDidLoad"])
  }

  @Test
  func endsWhenTheObservationIsReleased() {
    var observation: ObservationToken? = application.observe { _ in }
    #expect(application.isObserved)
    observation = nil
    #expect(!application.isObserved)
    withExtendedLifetime(observation) {}
  }

  /// Another thread has cancelled, and its removal waits for the main actor.
  @Test
  func cancelOnTheMainActor_afterOneOnAnotherThread_endsAtOnce() {
    let page = page("Page")
    let observation = application.observe { [diary] _ in diary.note("heard") }
    let hasCancelled = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      observation.cancel()
      hasCancelled.signal()
    }
    hasCancelled.wait()
    #expect(application.isObserved)
    observation.cancel()
    #expect(!application.isObserved)
    page.loadViewIfNeeded()
    #expect(!diary.take().contains("heard"))
  }

  /// Amortized, an end visits a fixed number of observers.
  @Test
  func endingManyObservers_isLinear() {
    let count = 1_024
    let observations = (0..<count).map { _ in application.observe { _ in } }
    var visits = 0
    for observation in observations {
      let before = application.observers.observers.count
      observation.cancel()
      if application.observers.observers.count != before { visits += before }
    }
    #expect(!application.isObserved)
    #expect(application.observers.observers.isEmpty)
    #expect(visits <= 3 * count)
  }

  @Test
  func receivesTheEventsOfOneApplication() {
    let other = ScreenApplication()
    let observation = other.observe { [diary] _ in diary.note("heard") }
    page("Page").loadViewIfNeeded()
    #expect(!diary.take().contains("heard"))
    withExtendedLifetime(observation) {}
  }

  /// An observer that adds and removes others, and itself too.
  @Test
  func observersMayBeAddedAndRemovedMeanwhile() {
    let page = page("Page")
    var observations: [ObservationToken] = []
    observations.append(
      application.observe { [diary, application] event in
        diary.note("first \(event.kind)")
        guard event.kind == .loadView else { return }
        observations[1].cancel()
        observations.append(
          application.observe { [diary] event in diary.note("late \(event.kind)") })
        observations[0].cancel()
      })
    observations.append(
      application.observe { [diary] event in diary.note("second \(event.kind)") })
    page.loadViewIfNeeded()
    #expect(
      diary.take() == ["first loadView", "Page.loadView", "late viewDidLoad", "Page.viewDidLoad"])
    observations = []
    #expect(!application.isObserved)
  }

  /// An observer that causes an event is notified of that event too, immediately.
  @Test
  func observersMayDoAnything() {
    let (a, b) = (page("A"), page("B"))
    let observation = application.observe { [diary] event in
      diary.note("\(event.name): \(event.kind)")
      if event.name == "A", event.kind == .loadView { b.loadViewIfNeeded() }
    }
    b.reactions["loadView"] = { [application] in application.receiveMemoryWarning() }
    a.loadViewIfNeeded()
    let lines = [
      "A: loadView", "B: loadView", "B.loadView", "A: memoryWarning", "A.warning",
      "B: memoryWarning", "B.warning", "B: viewDidLoad", "B.viewDidLoad", "A.loadView",
      "A: viewDidLoad", "A.viewDidLoad",
    ]
    #expect(diary.take() == lines)
    observation.cancel()
  }

  /// The name is created only for observers.
  @Test
  func createsNoEventWithoutAnObserver() {
    final class Counter: Screen<Panel> {
      var names = 0
      override var name: String {
        names += 1
        return "Counter"
      }
      override func loadView() -> Panel { Panel() }
    }
    application.warningPolicy = .heavyOnly
    let counter = Counter(in: application)
    counter.appearInWindow()
    counter.disappearFromWindow()
    #expect(counter.names == 0)
    let observation = application.observe { _ in }
    counter.appearInWindow()
    #expect(counter.names > 0)
    observation.cancel()
  }

  @Test
  func tokensOutliveTheApplication() {
    var application: ScreenApplication? = ScreenApplication()
    let observation = application?.observe { _ in }
    application = nil
    observation?.cancel()
    withExtendedLifetime(application) {}
  }

  // MARK: The sequence of events

  @Test
  func sequence_yieldsEventsInOrder() async {
    let page = page("Page")
    let events = application.events
    page.loadViewIfNeeded()
    page.notifyDidEnterBackground()
    var kinds: [ScreenEvent.Kind] = []
    for await event in events {
      kinds.append(event.kind)
      if event.kind == .enteredBackground { break }
    }
    #expect(kinds == [.loadView, .viewDidLoad, .enteredBackground])
  }

  @Test
  func sequence_whenNotConsumed_keepsTheNewestEvents() async {
    let page = page("Page")
    let events = application.events
    let limit = ScreenApplication.eventLimit
    page.loadViewIfNeeded()
    for _ in 0..<limit { application.receiveMemoryWarning() }
    page.notifyDidEnterBackground()
    var kinds: [ScreenEvent.Kind] = []
    for await event in events {
      kinds.append(event.kind)
      if event.kind == .enteredBackground { break }
    }
    #expect(kinds.count == limit)
    #expect(kinds.dropLast().allSatisfy { $0 == .memoryWarning })
  }

  @Test
  func sequence_whenTheConsumerIsCancelled_ends() async {
    let application = application
    let page = page("Page")
    let events = application.events
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let consumer = Task {
      var count = 0
      for await _ in events {
        count += 1
        start.yield()
      }
      return count
    }
    page.loadViewIfNeeded()
    for await _ in started { break }
    consumer.cancel()
    #expect(await consumer.value >= 1)
    await Task { @MainActor in }.value
    #expect(!application.isObserved)
  }

  @Test
  func sequence_whenReleased_endsTheObservation() async {
    var events: AsyncStream<ScreenEvent>? = application.events
    #expect(application.isObserved)
    withExtendedLifetime(events) {}
    events = nil
    await Task { @MainActor in }.value
    #expect(!application.isObserved)
  }

  @Test
  func sequence_whenTheApplicationEnds_endsToo() async {
    var other: ScreenApplication? = ScreenApplication()
    weak var ended: ScreenApplication?
    ended = other
    let events = other?.events
    other = nil
    #expect(ended == nil)
    var count = 0
    if let events { for await _ in events { count += 1 } }
    #expect(count == 0)
  }
}
