import { expect, test } from 'vitest'
import { openCourt } from '../testing/mutants/open-court.ts'

test('a mutated archive is refused or harmless, and nothing is written outside its folder', async () => {
  await using court = await openCourt()
  const codes = new Set<string>()
  for (let number = 0; number < 300; number++) {
    const { mutation, verdict } = await court.judge(number)
    expect(verdict, `mutant ${number} (${mutation})`).not.toHaveProperty('what')
    if (verdict.kind === 'refused') codes.add(verdict.code)
  }
  // They are no good if all of them fail at the first gate.
  expect([...codes]).toEqual(
    expect.arrayContaining(['unsafe_path', 'colliding_path', 'forbidden_type', 'not_canonical']),
  )
  expect(codes.size).toBeGreaterThan(12)
})
