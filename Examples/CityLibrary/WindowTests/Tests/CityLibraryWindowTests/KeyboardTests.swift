import Testing

@testable import WindowDriver

extension WindowTests {
  @MainActor
  @Suite("Keyboard")
  struct KeyboardTests {
    @Test(arguments: Place.tested)
    fileprivate func tabReachesEveryControl(of place: Place) async throws {
      try await CityLibrary.open { library in
        try await place.go(library)
        try await library.keyboardReachesAll(place.name)
      }
    }

    @Test func escapeClosesBackstageAlsoWithAToast() async throws {
      try await CityLibrary.open { library in
        try library.keys("ctrl+b")
        try await library.window("Backstage")
        // With the keyboard, because large texts move it out of sight.
        try await library.focus(.button, "Critical")
        try library.keys("space")
        try await library.sees("Released: ")
        try library.keys("Escape")
        try await library.window("City Library")
      }
    }

    @Test func aShortcutQuitsFromBackstage() async throws {
      try await CityLibrary.open { library in
        try library.keys("ctrl+b")
        try await library.window("Backstage")
        try await library.quit()
      }
    }

    @Test(.onlyWithAll) func theShortcutsWindowOpens() async throws {
      try await CityLibrary.open { library in
        try library.keys("ctrl+question")
        try await library.sees("Backstage")
        try library.keys("Escape")
        try await library.window("City Library")
      }
    }
  }
}

/// A screen, and the way to it.
private struct Place: Sendable, CustomTestStringConvertible {
  let name: String
  let go: @Sendable @MainActor (CityLibrary) async throws -> Void
  var testDescription: String { name }

  /// Without `WINDOW_TESTS=all`, the first three.
  static var tested: ArraySlice<Place> { CityLibrary.testsAll ? all[...] : all.prefix(3) }

  private static let all = [
    Place(name: "catalogue") { library in
      try await library.press("Search")
      try await library.sees("2,000 of 2,000")
    },
    Place(name: "title") { try await $0.openTitle(1, "Hard Times") },
    Place(name: "branch page") { library in
      try await library.follow("library://branch/3")
      try await library.press("About")
      try await library.seesNo("Opening the page")
    },
    Place(name: "login") { library in
      try await library.tab("Loans")
      try await library.press("Sign In")
      try await library.window("Sign In")
    },
    Place(name: "loans") { try await $0.signInForLoans() },
    Place(name: "desk") { library in
      try await library.tab("Desk")
      try await library.sees("Picking")
    },
    Place(name: "branch") { library in
      try await library.follow("library://branch/3")
      try await library.sees("Library Square")
    },
    Place(name: "review") { library in
      try await library.follow("library://title/17/review")
      try await library.click(library.find("What did you think of it?", [.text]))
      try library.type("Good")
      try await library.find("Send", [.button])
    },
    Place(name: "backstage") { library in
      try await library.follow("library://backstage")
      try await library.window("Backstage")
    },
  ]
}

extension CityLibrary {
  /// Presses Tab, and then Shift+Tab, until the focus is where it was; every control must have had
  /// the focus, have a name, and look different with it.
  fileprivate func keyboardReachesAll(_ place: String) async throws {
    try keys("Tab")
    var last: Set<Element> = []
    // The former screen may still be on its way out.
    let expected = try await until("the controls at rest in \(place)") { tree in
      let now = Set(tree.controls)
      defer { last = now }
      return now == last && !now.isEmpty ? now : nil
    }
    var visited: [Element] = []
    var unmarked: Set<String> = []
    for key in ["Tab", "shift+Tab"] {
      var round: Set<Element> = []
      while true {
        let before = try Picture.ofDisplay()
        let old = look().focused
        try keys(key)
        let now = try await until("another focus than “\(old?.name ?? "")” in \(place)") { tree in
          tree.focused.flatMap { $0 == old ? nil : $0 }
        }
        if !visited.contains(now) {
          visited.append(now)
          // It is reported before it is drawn.
          let isMarked = try await poll(within: .seconds(5)) {
            try Picture.ofDisplay().changedPixels(from: before) < 12 ? nil : true
          }
          if isMarked == nil { unmarked.insert(now.name) }
        }
        if !round.insert(now).inserted { break }
      }
    }
    let remaining = expected.intersection(look().controls)
    #expect(!remaining.isEmpty, "\(place): other controls are shown now")
    let missed = remaining.subtracting(visited)
      .filter { !$0.isReachedWithArrows(from: visited) }
    #expect(missed.isEmpty, "\(place): Tab does not reach \(missed.map(\.line))")
    let unnamed = visited.filter(\.hasNoName)
    #expect(unnamed.isEmpty, "\(place): no name: \(unnamed.map(\.line))")
    #expect(unmarked.isEmpty, "\(place): the focus is not visible on \(unmarked)")
  }
}

extension Tree {
  /// What the keyboard has to reach in the active window.
  fileprivate var controls: [Element] {
    active?.shown.filter { element in
      element.states.isSuperset(of: [.focusable, .sensitive]) && element.isControl
        && !(element.role == .button && Element.windowButtons.contains(element.name))
    } ?? []
  }
}

extension Element {
  private static let containers: Set<Role> = [
    .panel, .scrolled, .table, .list, .frame, .dialog, .filler,
  ]

  /// The keyboard reaches them through the window manager.
  fileprivate static let windowButtons: Set = ["Minimize", "Maximize", "Close"]

  fileprivate var isControl: Bool { !Self.containers.contains(role) }

  /// Rows, cells and tabs: Tab reaches one of them, the arrows the others.
  fileprivate func isReachedWithArrows(from visited: [Element]) -> Bool {
    [.cell, .listItem, .tab, .radioButton].contains(role) && visited.contains { $0.role == role }
  }

  /// Names of types are those that GTK gives to what has no name.
  fileprivate var hasNoName: Bool {
    let text = shown.map(\.name).first {
      !$0.isEmpty && !$0.hasPrefix("Gtk") && !$0.hasPrefix("Adw")
    }
    return text == nil
  }

  fileprivate var line: String { "\(role) “\(name)” at \(frame.x), \(frame.y)" }
}
