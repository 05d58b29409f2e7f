#if PostgreSQL || PostgresNIO
internal import Foundation
@_spi(Store) internal import StagecraftSharedPools

struct PostgresReply: Decodable {
  var opened: Settings?
  var asked: Outcome?
  var renewed: Renewed?
  var returned: Closing?
  var withdrawn: Closing?
  var swept: Swept?
  var done: Bool?
  var reported: Report?
  var events: [Event]?
  var refused: Refusal?

  struct Settings: Decodable {
    var timeToLive: Int64
    var margin: Int64?
    var grace: Int64?
    var maximumHold: Int64?
    var onExpiry: SharedPoolSettings.ExpiryPolicy
    var ageing: Int64
    var logLength: Int
  }

  struct Outcome: Decodable {
    var `is`: String
    var next: Int64?
    var end: String?
    var reason: String?
    var fence: Int64?
    var remaining: Int64?
    var resources: [Resource]?
  }

  struct Resource: Decodable {
    var name: String
    var want: Int
    var labels: [String]
    var payload: String
    var isPreferred: Bool
  }

  struct Renewed: Decodable {
    var leases: [Renewal]
    var waiting: [Outcome]
  }

  struct Renewal: Decodable {
    var `is`: String
    var remaining: Int64?
    var isFinal: Bool?
    var end: String?
    var reason: String?
  }

  struct Closing: Decodable {
    var `is`: String
    var end: String?
    var reason: String?
  }

  struct Swept: Decodable { var next: Int64? }

  struct Report: Decodable {
    struct Resource: Decodable {
      var name: String
      var labels: [String]
      var state: SharedPoolReport.State
      var shows: String?
      var reason: String?
      var holder: Holder?
    }
    struct Holder: Decodable {
      var request: LendingID
      var session: LendingSession
      var fence: Int64
      var held: Int64
      var remaining: Int64
    }
    struct Want: Decodable {
      var count: Int
      var labels: [String]
      var preferring: String?
    }
    struct Waiter: Decodable {
      var request: LendingID
      var session: LendingSession
      var wants: [Want]
      var priority: Int
      var waited: Int64
    }
    var settings: Settings
    var resources: [Resource]
    var line: [Waiter]
    var waiting: Int
    var events: [LendingEvent.Kind: Int]
  }

  struct Event: Decodable {
    var number: Int64
    var time: Int64
    var kind: LendingEvent.Kind
    var resource: String?
    var request: LendingID?
    var fence: Int64?
    var detail: String?
  }

  struct Refusal: Decodable {
    var why: String
    var detail: String?
    var want: Int?
    var fitting: Int?
    var state: SharedPoolReport.State?
  }
}
#endif
