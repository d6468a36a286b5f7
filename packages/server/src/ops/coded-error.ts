/** A failure with a code for programs, a sentence for people and a cause for the operator's log. */
export class CodedError<Code extends string> extends Error {
  readonly code: Code

  constructor(code: Code, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.code = code
  }
}
