#!/usr/bin/env swift

// Opens a timeline's report, or the site of the documentation, in Chromium, without a screen and
// without a network.
//
//   .ci/browse.swift check REPORT FOLDER     tries it out; the folder receives screenshots
//   .ci/browse.swift site SITE FOLDER        the same for the site in a folder
//   .ci/browse.swift picture REPORT FOLDER   draws the README's pictures into the folder
//   .ci/browse.swift compare FOLDER FOLDER   compares the pictures of two folders
//
// STAGECRAFT_CHROMIUM names the browser, otherwise it is `chromium`. Events are those of a user: the
// browser receives them through its debugging protocol, as if they came from mouse and keyboard.

import Foundation

/// What to do before the program ends because of an error.
nonisolated(unsafe) var cleanUp: () -> Void = {}

func fail(_ text: String) -> Never {
  cleanUp()
  FileHandle.standardError.write(Data("error: \(text)\n".utf8))
  exit(1)
}

// MARK: The browser

/// Chromium, which reads commands from descriptor 3 and writes answers to 4, each ended by a zero.
final class Browser {
  private let input: Int32
  private let output: Int32
  private let process: pid_t
  private let profile: String
  private var buffer: [UInt8] = []
  private var session: String?
  private var lastCommand = 0
  private var served: (folder: String, address: String)?
  /// What the page complained about.
  private(set) var complaints: [String] = []

  init() {
    var environment = ProcessInfo.processInfo.environment
    let program = environment["STAGECRAFT_CHROMIUM"] ?? "chromium"
    let profile = NSTemporaryDirectory() + "stagecraft-browser-\(getpid())"
    self.profile = profile
    cleanUp = { Self.remove(profile) }
    // The same fonts on each machine.
    let fonts = """
      <fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir><cachedir>\(profile)/fonts</cachedir>
      <selectfont><rejectfont>
      <glob>*Mono*</glob><glob>*Serif*</glob><glob>*Condensed*</glob><glob>*ExtraLight*</glob>
      <glob>*Oblique*</glob><glob>*Math*</glob>
      </rejectfont></selectfont>
      </fontconfig>
      """
    environment["FONTCONFIG_FILE"] = "\(profile)/fonts.conf"
    do {
      try FileManager.default.createDirectory(
        atPath: profile, withIntermediateDirectories: true)
      try fonts.write(
        toFile: "\(profile)/fonts.conf", atomically: true, encoding: .utf8)
    } catch {
      fail("\(error)")
    }
    var commands: [Int32] = [-1, -1]
    var answers: [Int32] = [-1, -1]
    guard pipe(&commands) == 0, pipe(&answers) == 0 else { fail("No pipe can be made.") }
    for end in commands + answers { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // Above 4, so that no end is overwritten before it is passed on.
    let read = fcntl(commands[0], F_DUPFD_CLOEXEC, 10)
    let write = fcntl(answers[1], F_DUPFD_CLOEXEC, 10)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, read, 3)
    posix_spawn_file_actions_adddup2(&actions, write, 4)
    let arguments = [
      program, "--headless", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu",
      "--no-first-run", "--disable-extensions", "--hide-scrollbars", "--force-color-profile=srgb",
      "--host-resolver-rules=MAP * ~NOTFOUND", "--font-render-hinting=none",
      "--disable-lcd-text", "--user-data-dir=\(profile)",
    ]
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    var process: pid_t = 0
    guard posix_spawnp(&process, program, &actions, nil, &words, &variables) == 0 else {
      fail("\(program) cannot be started.")
    }
    for end in [commands[0], answers[1], read, write] { close(end) }
    (input, output, self.process) = (commands[1], answers[0], process)
    cleanUp = { [process] in
      kill(process, SIGKILL)
      Self.remove(profile)
    }

    let target = call("Target.createTarget", ["url": "about:blank"])["targetId"] as? String ?? ""
    let attached = call("Target.attachToTarget", ["targetId": target, "flatten": true])
    session = attached["sessionId"] as? String
    for domain in ["Page", "Runtime", "Log"] { call("\(domain).enable") }
  }

  func end() {
    call("Browser.close")
    var status: Int32 = 0
    waitpid(process, &status, 0)
    cleanUp = {}
    Self.remove(profile)
  }

  /// Several times, as the browser's helpers may still write there.
  private static func remove(_ profile: String) {
    for _ in 0..<20 where FileManager.default.fileExists(atPath: profile) {
      try? FileManager.default.removeItem(atPath: profile)
      usleep(50_000)
    }
  }

  /// Answers requests below this address as a server of files would.
  func serve(_ folder: String, at address: String) {
    served = (folder, address)
    call("Fetch.enable", ["patterns": [["urlPattern": "\(address)*"]]])
  }

  private func answer(_ request: String, for url: URL) {
    guard let served else { return }
    var path = served.folder + "/" + url.path.dropFirst(URL(string: served.address)!.path.count)
    var isFolder: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    if exists, isFolder.boolValue { path += "/index.html" }
    let types = [
      "html": "text/html", "js": "text/javascript", "css": "text/css",
      "json": "application/json", "svg": "image/svg+xml", "png": "image/png",
    ]
    let type = types[String(path.split(separator: ".").last ?? "")] ?? "application/octet-stream"
    let moves = isFolder.boolValue && !url.absoluteString.hasSuffix("/")
    let data = FileManager.default.contents(atPath: path)
    send(
      "Fetch.fulfillRequest",
      [
        "requestId": request, "responseCode": moves ? 301 : data == nil ? 404 : 200,
        "responseHeaders": [
          ["name": "Content-Type", "value": type],
          ["name": "Location", "value": url.absoluteString + "/"],
        ],
        "body": (data ?? Data()).base64EncodedString(),
      ])
  }

  @discardableResult
  func call(_ method: String, _ parameters: [String: Any] = [:]) -> [String: Any] {
    let command = send(method, parameters)
    while true {
      let answer = nextMessage(method)
      if answer["id"] as? Int == command {
        if let error = answer["error"] as? [String: Any] {
          // A page that is left while one of its promises is awaited.
          if (error["message"] as? String)?.contains("navigated or closed") == true { return [:] }
          fail("\(method): \(error)")
        }
        return answer["result"] as? [String: Any] ?? [:]
      }
      note(answer)
    }
  }

  @discardableResult
  private func send(_ method: String, _ parameters: [String: Any]) -> Int {
    lastCommand += 1
    var message: [String: Any] = ["id": lastCommand, "method": method, "params": parameters]
    if let session { message["sessionId"] = session }
    let json = (try? JSONSerialization.data(withJSONObject: message)) ?? Data()
    var bytes = Array(json)[...] + [0]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(input, $0.baseAddress, $0.count) }
      guard count > 0 else { fail("The browser has ended before \(method).") }
      bytes = bytes.dropFirst(count)
    }
    return lastCommand
  }

  private func nextMessage(_ method: String) -> [String: Any] {
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let data = Data(buffer[..<end])
        buffer.removeSubrange(...end)
        return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
      }
      var one = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard poll(&one, 1, 60_000) > 0 else { fail("The browser does not answer to \(method).") }
      var part = [UInt8](repeating: 0, count: 1 << 20)
      let count = read(output, &part, part.count)
      guard count > 0 else { fail("The browser has ended during \(method).") }
      buffer += part[..<count]
    }
  }

  private func note(_ event: [String: Any]) {
    let parameters = event["params"] as? [String: Any] ?? [:]
    switch event["method"] as? String {
    case "Fetch.requestPaused":
      let text = (parameters["request"] as? [String: Any])?["url"] as? String ?? ""
      if let url = URL(string: text), let request = parameters["requestId"] as? String {
        answer(request, for: url)
      }
    case "Runtime.exceptionThrown": complaints.append("exception: \(parameters)")
    case "Runtime.consoleAPICalled":
      let type = parameters["type"] as? String ?? ""
      if ["error", "warning", "assert"].contains(type) {
        complaints.append("\(type): \(parameters)")
      }
    case "Log.entryAdded":
      let entry = parameters["entry"] as? [String: Any] ?? [:]
      if ["error", "warning"].contains(entry["level"] as? String ?? "") {
        complaints.append("log: \(entry)")
      }
    default: break
    }
  }

  /// The value of an expression, once it is there if it is a promise; nil if the page was left.
  func value(_ expression: String) -> Any? {
    let answer = call(
      "Runtime.evaluate",
      ["expression": expression, "returnByValue": true, "awaitPromise": true])
    if let details = answer["exceptionDetails"] { fail("\(expression): \(details)") }
    return (answer["result"] as? [String: Any])?["value"]
  }

  func number(_ expression: String) -> Double {
    (value(expression) as? NSNumber)?.doubleValue ?? .nan
  }

  func isTrue(_ expression: String) -> Bool { (value(expression) as? NSNumber)?.boolValue ?? false }

  /// Opens a page in a window of this size.
  func open(
    _ address: String, width: Int, height: Int, theme: String,
    ready: String = #"document.documentElement?.dataset.ready === "yes""#
  ) {
    call(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
      ])
    call(
      "Emulation.setEmulatedMedia",
      ["features": [["name": "prefers-color-scheme", "value": theme]]])
    call("Page.navigate", ["url": "about:blank"])
    call("Page.navigate", ["url": address])
    wait(for: ready, address)
  }

  func wait(for condition: String, _ place: String) {
    for _ in 0..<600 {
      // Otherwise it was true of the page before.
      if isTrue(condition), settle() { return }
      usleep(50_000)
    }
    fail("\(place) is not ready after half a minute: \(condition), \(complaints)")
  }

  /// Waits until what has changed is painted.
  ///
  /// - Returns: Whether the page is still there.
  @discardableResult
  func settle() -> Bool {
    isTrue(
      "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))")
  }

  func screenshot(_ path: String, _ parameters: [String: Any] = [:]) {
    let answer = call(
      "Page.captureScreenshot", ["format": "png"].merging(parameters) { $1 })
    guard let text = answer["data"] as? String, let data = Data(base64Encoded: text),
      (try? data.write(to: URL(fileURLWithPath: path))) != nil
    else { fail("The screenshot \(path) cannot be written.") }
  }

  // MARK: A user

  /// The middle of an element, after it was scrolled to.
  func middle(of id: String) -> (x: Double, y: Double) {
    _ = value("document.getElementById('\(id)').scrollIntoView({ block: 'center' })")
    settle()
    let box = "document.getElementById('\(id)').getBoundingClientRect()"
    // A canvas may be higher than the window.
    return (
      number("\(box).left + \(box).width / 2"),
      number("Math.max(4, \(box).top) / 2 + Math.min(innerHeight - 4, \(box).bottom) / 2")
    )
  }

  func mouse(_ type: String, _ x: Double, _ y: Double, _ more: [String: Any] = [:]) {
    call(
      "Input.dispatchMouseEvent", ["type": type, "x": x, "y": y].merging(more) { $1 })
  }

  func click(_ x: Double, _ y: Double) {
    mouse("mouseMoved", x, y)
    for type in ["mousePressed", "mouseReleased"] {
      mouse(type, x, y, ["button": "left", "clickCount": 1])
    }
    settle()
  }

  func key(_ key: String, _ text: String? = nil) {
    var down: [String: Any] = ["type": "keyDown", "key": key]
    if let text { down["text"] = text }
    call("Input.dispatchKeyEvent", down)
    call("Input.dispatchKeyEvent", ["type": "keyUp", "key": key])
    settle()
  }
}

// MARK: Checks

/// The names of lanes without marks, and how many lanes are drawn, found by their headers.
let lanesScript = #"""
  (() => {
    const canvas = document.getElementById("lanes"), context = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    const probe = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const rgb = name => {
      probe.fillStyle = style.getPropertyValue(name).trim();
      probe.fillRect(0, 0, 1, 1);
      return [...probe.getImageData(0, 0, 1, 1).data.slice(0, 3)].join();
    };
    const panel = rgb("--panel"), plain = [panel, rgb("--line"), "0,0,0"].map(one => one.split(","));
    // The edges of a line between two pixels have almost its colour.
    const isPlain = i => plain.some(one => one.every((c, n) => Math.abs(c - all[i + n]) < 30));
    const { width, height } = canvas, all = context.getImageData(0, 0, width, height).data;
    const at = (x, y) => { const i = 4 * (y * width + x); return all[i] + "," + all[i + 1] + ","
      + all[i + 2]; };
    const tops = [];
    let before = false;
    for (let y = 0; y < height; y++) {
      const isHeader = at(width - 2, y) === panel && at(width - 3, y) === panel;
      if (isHeader && !before) tops.push(y);
      before = isHeader;
    }
    // Below its header, without the row of times at the end.
    const marks = tops.map((top, number) => {
      const low = (tops[number + 1] ?? height - 20) - 1;
      let count = 0;
      for (let y = top + 18; y < low; y++) {
        for (let x = 1; x < width; x++) {
          const i = 4 * (y * width + x);
          if (all[i + 3] > 40 && !isPlain(i)) count++;
        }
      }
      return count;
    });
    const data = JSON.parse(document.getElementById("data").textContent);
    const objects = data.objects.filter(one =>
      one.spans.length + one.counters.length + one.marks.length);
    return { lanes: tops.length, objects: objects.length,
      empty: marks.map((count, i) => count ? "" : "lane " + (i + 1)).filter(text => text) };
  })()
  """#

func check(_ report: String, _ folder: String) {
  let browser = Browser()
  var failures: [String] = []
  var backgrounds: Set<String> = []
  for width in [400, 1_400] {
    for theme in ["light", "dark"] {
      let place = "\(width) pixels, \(theme)"
      func expect(_ isTrue: Bool, _ text: String) {
        if !isTrue { failures.append("\(text) (\(place))") }
      }
      browser.open(
        URL(fileURLWithPath: report).absoluteString, width: width, height: 1_000, theme: theme)
      backgrounds.insert(
        browser.value("getComputedStyle(document.body).backgroundColor") as? String ?? "")
      expect(
        browser.isTrue("document.documentElement.scrollWidth <= innerWidth"),
        "The page is wider than the window")
      expect(
        browser.number("document.getElementById('findings').children.length") > 1, "No finding")
      let lanes = browser.value(lanesScript) as? [String: Any] ?? [:]
      let (drawn, objects) = (lanes["lanes"] as? Int ?? 0, lanes["objects"] as? Int ?? -1)
      expect(drawn == objects, "\(drawn) lanes are drawn of \(objects)")
      expect((lanes["empty"] as? [String])?.isEmpty == true, "No marks: \(lanes["empty"] ?? "?")")
      browser.screenshot("\(folder)/\(width)-\(theme).png")
      browser.screenshot(
        "\(folder)/\(width)-\(theme)-page.png",
        [
          "captureBeyondViewport": true,
          "clip": [
            "x": 0, "y": 0, "width": width,
            "height": min(8_000, Int(browser.number("document.documentElement.scrollHeight"))),
            "scale": 1,
          ],
        ])

      // Zoom with the wheel, once the lanes have the focus, and with keys.
      let length = "(l => l.dataset.to - l.dataset.from)(document.getElementById('lanes'))"
      let (x, y) = browser.middle(of: "scroll")
      browser.click(x, y)
      var last = browser.number(length)
      let all = last
      browser.mouse("mouseWheel", x, y, ["deltaX": 0, "deltaY": -240])
      browser.settle()
      expect(browser.number(length) < last, "The wheel does not zoom")
      last = browser.number(length)
      browser.key("+", "+")
      expect(browser.number(length) < last, "The key + does not zoom")
      let from = "+document.getElementById('lanes').dataset.from"
      let left = browser.number(from)
      browser.key("ArrowRight")
      browser.key("ArrowLeft")
      browser.key("ArrowLeft")
      expect(browser.number(from) != left, "Arrow keys do not move")
      browser.mouse("mouseMoved", x + 5, y)
      browser.settle()
      expect(
        browser.isTrue("document.getElementById('reading').textContent.length > 20"),
        "The cursor reads nothing")
      browser.screenshot("\(folder)/\(width)-\(theme)-zoomed.png")
      browser.key("0", "0")
      expect(browser.number(length) == all, "The key 0 does not show all")

      // Search, as typed by a user.
      let rows = "document.querySelectorAll('#table tbody tr')"
      let before = browser.number("\(rows).length")
      let names = "[...\(rows)].map(row => row.children[1].textContent.toLowerCase())"
      let word = browser.value("\(names).find(name => name)") as? String ?? ""
      let field = browser.middle(of: "search")
      browser.click(field.x, field.y)
      browser.call("Input.insertText", ["text": word])
      browser.settle()
      let after = browser.number("\(rows).length")
      expect(after > 0 && after < before, "Search for “\(word)” shows \(after) of \(before) rows")
      let found =
        "[...\(rows)].every(row => row.textContent.toLowerCase()"
        + ".includes(document.getElementById('search').value))"
      expect(browser.isTrue(found), "A row has no “\(word)”")
      browser.screenshot("\(folder)/\(width)-\(theme)-search.png")

      // A row shows its bar. That of the last one is short.
      let row = "[...\(rows)].at(-1).children[0]"
      _ = browser.value("\(row).scrollIntoView({ block: 'center' })")
      browser.settle()
      let box = "\(row).getBoundingClientRect()"
      browser.click(browser.number("\(box).left + 8"), browser.number("\(box).top + 8"))
      expect(browser.number(length) < all, "A click on a row does not zoom")
    }
  }
  if backgrounds.count != 2 { failures.append("The themes have these backgrounds: \(backgrounds)") }
  failures += browser.complaints
  browser.end()
  guard failures.isEmpty else {
    fail("The report in a browser:\n  " + failures.joined(separator: "\n  "))
  }
  print("The report works at 400 and 1,400 pixels, light and dark. Screenshots: \(folder)")
}

// MARK: Pictures

let pictures = ["report-light.png", "report-dark.png"]

func draw(_ report: String, _ folder: String) {
  let browser = Browser()
  for theme in ["light", "dark"] {
    browser.open(
      URL(fileURLWithPath: report).absoluteString, width: 1_000, height: 2_000, theme: theme)
    // What is above the table, without what only someone at the page can use.
    _ = browser.value(
      #"""
      document.getElementById("scroll").style.maxHeight = "none";
      for (const one of document.querySelectorAll(".tools, #reading, #legend ~ p")) one.hidden = true;
      for (const one of document.querySelectorAll(".tools, #reading")) one.style.display = "none";
      window.dispatchEvent(new Event("resize"));
      """#)
    browser.settle()
    let bottom = browser.number("document.getElementById('legend').getBoundingClientRect().bottom")
    browser.screenshot(
      "\(folder)/report-\(theme).png",
      ["clip": ["x": 0, "y": 0, "width": 1_000, "height": Int(bottom) + 14, "scale": 1]])
  }
  browser.end()
}

/// Compares at a quarter of the size, where the edges of letters do not count.
///
/// One missing bar is more than the tolerance; other hinting of the font is nothing.
func compare(_ one: String, _ other: String) {
  let browser = Browser()
  var failures: [String] = []
  for name in pictures {
    let texts = [one, other].map { folder -> String in
      guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)") else {
        fail("There is no \(folder)/\(name).")
      }
      return "\"data:image/png;base64,\(data.base64EncodedString())\""
    }
    let result = browser.value(
      """
      Promise.all([\(texts.joined(separator: ", "))].map(async text => {
        const image = new Image();
        image.src = text;
        await image.decode();
        return image;
      })).then(([one, other]) => {
        if (Math.abs(one.height - other.height) > 8 || one.width !== other.width) return 1;
        const width = one.width / 4, height = Math.floor(one.height / 4);
        const [a, b] = [one, other].map(image => {
          const canvas = document.createElement("canvas");
          [canvas.width, canvas.height] = [width, height];
          const context = canvas.getContext("2d");
          context.imageSmoothingQuality = "high";
          context.drawImage(image, 0, 0, width, height);
          return context.getImageData(0, 0, width, height).data;
        });
        let different = 0;
        for (let i = 0; i < a.length; i += 4) {
          if (Math.max(...[0, 1, 2].map(c => Math.abs(a[i + c] - b[i + c]))) > 40) different++;
        }
        return different / (width * height);
      })
      """)
    let share = (result as? NSNumber)?.doubleValue ?? 1
    print(String(format: "%@: %.2f %% of the pixels differ.", name, 100 * share))
    if !(share < 0.001) { failures.append(name) }
  }
  browser.end()
  guard failures.isEmpty else { fail("Draw again: \(failures.joined(separator: ", "))") }
}

// MARK: The site

/// Opens the first page, an article of each module, one of the repository, and a symbol; follows a
/// link of the first page; and searches.
func checkSite(_ site: String, _ folder: String) {
  func json(_ path: String) -> [String: Any] {
    let data = FileManager.default.contents(atPath: "\(site)/\(path)") ?? Data()
    return (try? JSONSerialization.jsonObject(with: data)) as? [String: Any] ?? [:]
  }
  typealias Nodes = [[String: Any]]
  let root = (json("index/index.json")["interfaceLanguages"] as? [String: Nodes])?["swift"]?.first
  let modules = (root?["children"] as? Nodes ?? []).filter { $0["type"] as? String == "collection" }
  guard modules.count > 1 else { fail("\(site) has no modules.") }
  let guides = modules.map { module in
    let pages = module["children"] as? Nodes ?? []
    return (pages.first { $0["type"] as? String == "article" } ?? module)["path"] as? String ?? ""
  }
  let symbol = "/documentation/stagecraftpools/boundedpool"
  let benchmarks = "/documentation/start/benchmarks"
  let pages = ["", benchmarks, symbol] + guides
  let browser = Browser()
  let address = "http://server/some/folder"
  browser.serve(site, at: address)
  var failures: [String] = []
  for (width, theme) in [(400, "dark"), (1_400, "light")] {
    for page in pages {
      let metadata = json("data\(page.isEmpty ? "/documentation/start" : page).json")["metadata"]
      let title = (metadata as? [String: Any])?["title"] as? String ?? "?"
      browser.open(
        address + page, width: width, height: 1_000, theme: theme,
        ready: """
          document.querySelector("h1.title")?.textContent.trim() === `\(title)`
            && document.querySelectorAll(".navigator-card-item").length > 0
          """)
      func expect(_ condition: String, _ text: String) {
        if !browser.isTrue(condition) { failures.append("\(text) (\(page), \(width) pixels)") }
      }
      expect("document.documentElement.scrollWidth <= innerWidth", "Wider than the window")
      let light = browser.value("getComputedStyle(document.body).backgroundColor") as? String
      if (light == "rgb(255, 255, 255)") != (theme == "light") { failures.append("Not \(theme)") }
      let name = page.split(separator: "/").dropFirst().joined(separator: "-")
      browser.screenshot("\(folder)/site-\(width)-\(name.isEmpty ? "start" : name).png")
    }
    browser.open(
      "\(address)\(benchmarks)/", width: width, height: 1_000, theme: theme,
      ready: #"document.querySelectorAll(".navigator-card-item").length > 1"#)
    // On a phone the field above the navigator, otherwise the window that "/" opens.
    let (field, list) =
      width == 400
      ? (".navigator-filter", ".navigator-card-item") : (".quick-navigation", ".quick-navigation")
    if width == 400 {
      _ = browser.value(#"document.getElementById("nav-open-navigator").click()"#)
    } else {
      browser.key("/", "/")
    }
    browser.wait(for: "!!document.querySelector(`\(field) input`)", "The search")
    _ = browser.value("document.querySelector(`\(field) input`).focus()")
    for letter in "boundedpool" { browser.key("\(letter)", "\(letter)") }
    let found = "\(list) a[href='/some/folder\(symbol)']"
    // The navigator draws its rows in the browser's frames.
    browser.wait(
      for: """
        new Promise(done => requestAnimationFrame(() => done(!!document.querySelector(`\(found)`))))
        """, "What is found")
    browser.screenshot("\(folder)/site-\(width)-search.png")
    _ = browser.value("document.querySelector(`\(found)`).click()")
    browser.wait(
      for: "document.querySelector('h1.title')?.textContent.trim() === 'BoundedPool'", "A find")
  }
  browser.open(
    address, width: 400, height: 1_000, theme: "light",
    ready: #"!!document.querySelector(".content ul a")"#)
  _ = browser.value(#"document.querySelector(".content ul a").click()"#)
  browser.wait(
    for: "document.querySelector('h1.title')?.textContent.trim() === 'Lend an expensive view'",
    "The first link")
  failures += browser.complaints
  browser.end()
  guard failures.isEmpty else { fail(failures.joined(separator: "\n")) }
  print("The site: \(pages.count) pages at two widths, and the search.")
}

let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3 else { fail("Usage: see the beginning of the file.") }
signal(SIGPIPE, SIG_IGN)
switch arguments[0] {
case "check": check(arguments[1], arguments[2])
case "site": checkSite(arguments[1], arguments[2])
case "picture": draw(arguments[1], arguments[2])
case "compare": compare(arguments[1], arguments[2])
default: fail("Usage: see the beginning of the file.")
}
