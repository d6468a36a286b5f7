import type { Route } from '@bindery/contract'
import type { z } from 'zod'
import { describeIssue } from '../http/describe-issue.ts'
import { Problem } from './problem.ts'
import type { Form, Visit } from './visit.ts'

/** What stands in a field; a field left empty says nothing. */
export function readText(form: Form, name: string): string | undefined {
  return form.get(name)?.trim() || undefined
}

/** The same of the address: what a list is narrowed to. */
export function readQuery({ c }: Visit, name: string): string | undefined {
  return c.req.query(name)?.trim() || undefined
}

/** A field with one thing a line. */
export function readLines(form: Form, name: string): string[] | undefined {
  const lines = (form.get(name) ?? '').split('\n').map((line) => line.trim())
  const present = lines.filter((line) => line !== '')
  return present.length > 0 ? present : undefined
}

/** The body that the API takes for the same work: one schema judges both. What does not fit is named by its field. */
export function parseForm<Body extends z.ZodType>(
  { operation, body }: Route<z.ZodType, Body, z.ZodType>,
  given: Record<string, unknown>,
): z.output<Body> {
  if (!body) throw new Error(`${operation} takes no body.`)
  const present = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const { success, data, error } = body.schema.safeParse(present, { error: describeIssue })
  if (success) return data
  const faults = error.issues.map(({ path, message }) => `“${String(path[0])}” ${message}`)
  throw new Problem(422, `${faults.join('; ')}. Fix it and send the form again.`)
}
