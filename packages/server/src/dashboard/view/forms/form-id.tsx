import { randomUUID } from 'node:crypto'
import { AppError } from '../../../core/app-error.ts'
import { Problem } from '../../problem.ts'
import type { Form } from '../../visit.ts'

/** Makes a form work once, however often it is sent: a double click, or the page before and again. */
export function FormId() {
  return <input type="hidden" name="form" value={randomUUID()} />
}

/** The work of such a form under its own idempotency key. */
export async function oncePerForm<Result>(form: Form, work: (key: string) => Promise<Result>): Promise<Result> {
  const id = form.get('form') ?? ''
  if (!/^[0-9a-f-]{36}$/.test(id)) throw new Problem(400, 'This form is incomplete. Reload the page and send it again.')
  try {
    return await work(`form ${id}`)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'idempotency_mismatch') throw error
    const sentence = 'You already sent this form with other contents, and that was done. Send it again to do this too.'
    throw new Problem(409, sentence, { cause: error })
  }
}
