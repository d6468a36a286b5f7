/** What a job wants done ended two processes: it is not tried again, here or elsewhere. */
export class ProcessingFailed extends Error {
  override readonly name = 'ProcessingFailed'
  readonly code: 'processing_failed' | 'page_failed'

  constructor(code: ProcessingFailed['code'], message: string) {
    super(message)
    this.code = code
  }
}
