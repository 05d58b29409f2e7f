import Foundation
import LibraryModel
import Stagecraft
import StagecraftGTK
import StagecraftGTKTestKit

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
      Step(name: "catalogue") { try await until("covers") { app.covers.cache.count > 10 } },
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
      Step(name: "review") {
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
      Step(name: "backstage") {
        app.open(link: "library://backstage")
        try await until("backstage") { app.window.presentedScreens.last?.appearance == .visible }
      },
    ]
  }

  private func screen<Kind: LibraryScreen>(_ kind: Kind.Type) throws -> Kind {
    let found = ScreenApplication.shared.liveScreens.lazy.compactMap { $0 as? Kind }.first
    guard let found else { throw Missing("\(kind)") }
    return found
  }

  func until(_ what: String, _ condition: () -> Bool) async throws {
    guard await GTKTest.until(.seconds(20), condition) else { throw Missing(what) }
  }
}

/// Walks through by itself, at a pace that people can follow.
@MainActor
struct Demo {
  private let app: CityApp

  init(_ app: CityApp) { self.app = app }

  func run() async {
    while !Task.isCancelled {
      for step in Tour(app: app).steps {
        do { try await step.go() } catch { print("The demonstration: \(error)") }
        try? await Task.sleep(for: .seconds(3))
      }
      await app.press(.critical)
      app.open(link: "library://catalogue")
      try? await Task.sleep(for: .seconds(3))
      app.library?.session.signOut()
    }
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
    try await top.nextFrames(45)
    guard let picture = Screenshot(of: top) else {
      throw Tour.Missing("anything to see in \(name)")
    }
    _ = picture.write(to: folder.appending(path: "\(name).png").path)
    print("\(name): \(picture.width) × \(picture.height)")
  }
}
