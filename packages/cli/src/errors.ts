/** The command was given something it cannot work with. */
export class UsageError extends Error {}

/** There was nothing to verify: to a script that is another thing than a bundle that was verified and refused. */
export class UnreadableError extends UsageError {}
