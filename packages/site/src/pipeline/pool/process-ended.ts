/** A task ended the process that was at it. */
export class ProcessEnded extends Error {
  override readonly name = 'ProcessEnded'
  /** It took longer than it may, needed more memory than it may, or broke the process in another way. */
  readonly kind: 'deadline' | 'memory' | 'crash'
  /** The time that it had, or the signal that ended it. */
  readonly detail: string

  constructor(kind: ProcessEnded['kind'], detail = '') {
    super(`A process ended at its task: ${kind} ${detail}`.trimEnd())
    this.kind = kind
    this.detail = detail
  }
}
