/** Why an operator's command was not done, in a sentence that says what to do next. */
export class OperatorError extends Error {
  override readonly name = 'OperatorError'
}
