import { isDeepStrictEqual } from 'node:util'
import { readPageHead } from '../files/read-page-head.ts'
import type { PlanMemory } from './plan-memory.ts'

/** Whether a saved page has news for others, such as a new title; the plan that `memory` served does not know it. */
export async function changesPlan(path: string, memory: PlanMemory): Promise<boolean> {
  return !isDeepStrictEqual(await readPageHead(path), memory.peek(path))
}
