internal import Foundation
internal import Harness

/// Programs in Java.
enum JavaRival {
  /// Compiles and starts `source`, with libraries named as in Debian's folder for them.
  static func start(source: String, jars: [String]) throws -> RivalProcess {
    let java = try RivalProcess.executable("java")
    let file = try RivalProcess.source("\(source).java")
    return try RivalProcess.withTemporaryFolder { classes in
      let path = (try jars.map(jar) + [classes.path]).joined(separator: ":")
      try RivalProcess.compile(with: "javac", ["-cp", path, "-d", classes.path, file.path])
      // Once it answers, it has loaded its classes, and their files can be removed.
      return try RivalProcess(java, ["-cp", path, source])
    }
  }

  private static func jar(_ name: String) throws -> String {
    let path = "/usr/share/java/\(name).jar"
    guard FileManager.default.fileExists(atPath: path) else {
      throw RivalProcess.Failure.notInstalled(name)
    }
    return path
  }
}
