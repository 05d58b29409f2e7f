#if SQLite || PostgreSQL
import StagecraftSharedPools

struct LendFailure: Error, Hashable {
  var code: Int32
  var message: String

  init(_ code: Int32, _ message: String) {
    self.code = code
    self.message = message
  }

  static func usage(_ message: String) -> LendFailure { LendFailure(ExitCode.usage, message) }

  init(_ error: any Error) {
    switch error {
    case let failure as LendFailure: self = failure
    case let error as LeaseStoreError: self.init(error)
    case let error as SharedPoolError: self.init(error)
    default: self.init(ExitCode.unexpected, String(describing: error))
    }
  }

  init(_ error: LeaseStoreError) {
    message = error.explanation
    code =
      switch error.code {
      case .unreachable, .closed: ExitCode.unreachable
      case .denied: ExitCode.denied
      case .full: ExitCode.full
      case .damaged, .notAStore, .tooNew, .unsuitable: ExitCode.unusable
      }
  }

  init(_ refusal: LendingRefusal, in pool: String) {
    code = ExitCode.refused
    switch refusal {
    case .impossible(let want, let fitting):
      message = """
        Want \(want + 1) can never be satisfied: \(fitting) resources of the pool "\(pool)" have \
        its labels.
        """
    case .duplicate(let name):
      message = """
        There is a resource "\(name)" in the pool "\(pool)". Choose another name, or retire it \
        with 'lend drain'.
        """
    case .unknownResource(let name):
      message = """
        There is no resource "\(name.printable)" in the pool "\(pool)". 'lend list' shows all.
        """
    case .unknownPool:
      message = """
        There is no pool "\(pool)" in this store. Create it by adding a resource: \
        lend add --pool \(pool.quotedForShell) NAME
        """
    case .unknownSession:
      message = "The store does not know this session any more: it was not seen for too long."
    case .wrongState(let name, let state):
      message = "The resource \"\(name)\" is \(state.rawValue): this cannot be done now."
    case .invalid(let sentence):
      code = ExitCode.usage
      message = sentence
    }
  }
}
#endif
