package import StageFloor

// For observers that read the present state, and need to know only when.

extension AnyOperationHandle {
  /// Calls `observer` after each change of the state or of the reported progress.
  ///
  /// It is called outside the locks, on the thread of the change. The token retains no operation.
  package final func observeChanges(
    _ observer: @escaping @Sendable () -> Void
  ) -> ObservationToken {
    let mailbox = Mailbox<State>(signal: observer)
    let core = core
    Engine.shared.modify { _ in
      guard core.details.verdict == nil else { return }
      core.details.extras.mailboxes.append(mailbox)
      Engine.shared.reportReadiness(of: core)
    }
    return ObservationToken { [weak core] in
      guard let core else { return }
      Engine.shared.modify { _ in
        core.details.existingExtras?.mailboxes.removeAll { $0 === mailbox }
      }
    }
  }
}

extension OperationManager {
  /// Calls `observer` after each change of the progress; the token does not retain the manager.
  package func observeProgress(_ observer: @escaping @Sendable () -> Void) -> ObservationToken {
    let mailbox = Mailbox<Progress>(signal: observer)
    Engine.shared.modify { _ in progress.mailboxes.append(WeakReference(mailbox)) }
    return ObservationToken { [weak self] in
      guard let self else { return }
      Engine.shared.modify { _ in
        self.progress.mailboxes.removeAll { $0.object == nil || $0.object === mailbox }
      }
    }
  }
}
