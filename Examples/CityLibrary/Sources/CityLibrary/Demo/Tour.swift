import Foundation
import LibraryModel
import Stagecraft
import StagecraftGTK

/// A walk through the application, which is shown to people, photographed and tested.
@MainActor
struct Tour {
  struct Step {
    let name: String
    let go: @MainActor () async throws -> Void
  }

  struct Missing: Error, CustomStringConvertible {
    let description: String
    init(_ what: String) { description = "missing: \(what)" }
  }

  let app: CityApp

  var steps: [Step] {
    [
      Step(name: "catalogue") {
        app.open(link: "library://catalogue")
        _ = app.catalogue.popToRoot()
        // A search that was restored may have few.
        try screen(CatalogueScreen.self).search(Catalogue.Query())
        // After a round, pressure may have released them from the cache, but not from the view.
        try await until("covers") { app.covers.cache.statistics.hasDrawn }
      },
      Step(name: "search") { try screen(CatalogueScreen.self).search("the moon") },
      Step(name: "no-results") { try screen(CatalogueScreen.self).search("qzx") },
      Step(name: "title") {
        try screen(CatalogueScreen.self).search("")
        app.openTitle(2)
        try await until("the title") { app.catalogue.topScreen is TitleScreen }
        try await until("the transition") { app.catalogue.topScreen.appearance == .visible }
      },
      Step(name: "login") {
        guard let library = app.library, let title = library.catalogue[2] else { return }
        let handle = library.reader.setFavourite(title, true)
        try await until("the sheet") {
          app.window.presentedScreens.last?.appearance == .visible
        }
        Task { try? await handle.value }
      },
      Step(name: "signed-in") {
        guard let login = app.window.presentedScreens.last as? LoginScreen else {
          throw Missing("the login")
        }
        (login.card.text, login.pin.text) = ("4711 0815", "1842")
        login.signIn()
        try await until("the reader") { app.library?.session.reader != nil }
        try await until("the end of the sheet") { app.window.presentedScreens.isEmpty }
      },
      Step(name: "favourites") {
        app.open(link: "library://catalogue")
        var query = Catalogue.Query()
        query.among = app.library?.reader.favouriteTitles
        query.order = .author
        try screen(CatalogueScreen.self).search(query)
      },
      Step(name: "review") {
        try screen(CatalogueScreen.self).search(Catalogue.Query())
        app.open(link: "library://title/2/review")
        try await until("the sheet") {
          app.window.presentedScreens.last?.appearance == .visible
        }
      },
      Step(name: "loans") {
        app.open(link: "library://loans")
        try await until("the loans") {
          app.window.presentedScreens.isEmpty && app.loans.appearance == .visible
        }
      },
      Step(name: "desk") {
        app.open(link: "library://desk")
        try await until("the desk") { app.desk.appearance == .visible }
      },
      Step(name: "branches") {
        app.open(link: "library://branch/1")
        try await until("the branches") { app.branches.appearance == .visible }
      },
      Step(name: "branch-page") {
        let screen = try screen(BranchScreen.self)
        screen.show(page: true)
        try await until("the page") { screen.isPageLoaded }
      },
      Step(name: "backstage") {
        app.open(link: "library://backstage")
        try await until("backstage") { app.window.presentedScreens.last?.appearance == .visible }
      },
    ]
  }

  func screen<Kind: LibraryScreen>(_ kind: Kind.Type) throws -> Kind {
    let found = ScreenApplication.shared.liveScreens.lazy.compactMap { $0 as? Kind }.first
    guard let found else { throw Missing("\(kind)") }
    return found
  }

  func until(_ what: String, _ condition: () -> Bool) async throws {
    guard await MainLoop.until(.seconds(20), condition) else { throw Missing(what) }
  }
}

extension PurgeableCacheStatistics {
  fileprivate var hasDrawn: Bool { count + evictions > 10 }
}

/// Walks through by itself, at a pace that people can follow, while readers borrow and return.
@MainActor
struct Demo {
  private let app: CityApp
  private let traffic: LendingTraffic?

  init(_ app: CityApp, _ library: Library) {
    self.app = app
    if app.arguments.isQuiet {
      traffic = nil
      return
    }
    let notes = app.arguments.isPaced
    // The readers of another desk are others.
    let first = app.arguments.isAnotherDesk ? 600 : 500
    traffic = LendingTraffic(
      library.lending, titles: 1...min(75, app.arguments.titles), readers: first..<(first + 4),
      pause: .seconds(4) * app.arguments.pace
    ) { if notes { Self.say($0) } }
  }

  func run() async {
    while !Task.isCancelled {
      for step in Tour(app: app).steps + [pressure] {
        do { try await step.go() } catch { Self.say("\(error)") }
        let views = ScreenApplication.shared.liveScreens.count { $0.isViewLoaded }
        Self.say("\(step.name): \(app.covers.cache.count) covers, \(views) views")
        try? await Task.sleep(for: .seconds(3) * app.arguments.pace)
      }
      app.library?.session.signOut()
      if let report = app.arguments.report { return await end(report) }
    }
  }

  /// What a reader typed is there when the views come back.
  private var pressure: Tour.Step {
    Tour.Step(name: "pressure") {
      let tour = Tour(app: app)
      let catalogue = try tour.screen(CatalogueScreen.self)
      app.open(link: "library://loans")
      // The words come while the view is gone, and go with the next one.
      for words in ["the house", nil] {
        // After a shortage, the monitor holds off for 200 ms.
        for _ in 1...20 where catalogue.isViewLoaded {
          await app.press(.critical)
          try await Task.sleep(for: .milliseconds(250))
        }
        try await tour.until("the end of the view") { !catalogue.isViewLoaded }
        if let words { catalogue.search(words) }
      }
      app.open(link: "library://catalogue")
      try await tour.until("the words") { catalogue.typed == "the house" }
      catalogue.search("")
    }
  }

  private func end(_ report: URL) async {
    let (timeline, thread) = (app.timeline, app.mainThread)
    let (longest, end, before) = (thread.longestWork, thread.longestEnd, thread.workBefore)
    do {
      try await Task.detached {
        let recording = timeline.recording
        // Until the first frame, there is nothing that could be late.
        let shown = recording.events.first { $0.name == "first frame" }?.time ?? .zero
        let late = recording.spans.filter { $0.phase == .late && $0.start > shown }
        let worst = late.map(\.duration).max() ?? .zero
        Self.say("worst block of the main actor: \(Int(worst / .milliseconds(1))) ms")
        Self.say(
          "longest work of the main thread: \(Int(longest / .milliseconds(1))) ms, until "
            + "\(Int(end / .milliseconds(1))) ms")
        Self.say(
          "first frame after \(Int(shown / .milliseconds(1))) ms, "
            + "with \(Int(before / .milliseconds(1))) ms of work")
        Self.say(recording.summary)
        try timeline.report(to: report.path, title: "City Library")
      }.value
    } catch {
      complain("\(error)")
      app.exitCode = 1
    }
    app.application.quit()
  }

  /// At once, also if the output is a pipe and the process is killed.
  nonisolated private static func say(_ line: String) {
    FileHandle.standardOutput.write(Data("\(line)\n".utf8))
  }
}

/// Takes a picture of each step.
@MainActor
struct Shots {
  private let app: CityApp
  private let folder: URL

  init(_ app: CityApp, folder: URL) {
    self.app = app
    self.folder = folder
  }

  /// Takes all pictures.
  ///
  /// - Returns: The exit code.
  func run() async -> Int32 {
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      for step in Tour(app: app).steps {
        try await step.go()
        try await take(step.name)
      }
      return 0
    } catch {
      print("The pictures: \(error)")
      return 1
    }
  }

  private func take(_ name: String) async throws {
    // A sheet has a window of its own.
    var top: Widget = app.window.view
    if let sheet = app.window.presentedScreens.last as? LibraryScreen, sheet.isViewLoaded {
      top = sheet.view
      while let parent = top.parent { top = parent }
    }
    try await top.nextFrames(30)
    // Covers, tiles and web pages may come later: until two pictures are equal. A view that is laid
    // out again in the next frame has none until then.
    var picture: Screenshot?
    for _ in 0..<20 {
      try await top.nextFrames(15)
      let last = picture
      picture = Screenshot(of: top)
      if let picture, picture.pixels == last?.pixels { break }
    }
    guard let picture else { throw Tour.Missing("anything to see in \(name)") }
    _ = picture.write(to: folder.appending(path: "\(name).png").path)
    print("\(name): \(picture.width) × \(picture.height)")
  }
}
