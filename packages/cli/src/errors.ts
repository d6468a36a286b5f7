/** The command was given something it cannot work with. */
export class UsageError extends Error {}

/** There was nothing to verify: to a script that is another thing than a bundle that was verified and refused. */
export class UnreadableError extends UsageError {}

/** What happened, why, and what to do next: one line each. */
export class CommandError extends UsageError {
  constructor(what: string, why: string, next: string, options?: ErrorOptions) {
    super(`${what}\n  Why: ${why}\n  Next: ${next}`, options)
  }
}
