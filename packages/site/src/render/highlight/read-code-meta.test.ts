import { expect, test } from 'vitest'
import { readCodeMeta, readLineNumbers } from './read-code-meta.ts'

test('words that are no setting are the title', () => {
  expect(readCodeMeta('server.py lines')).toMatchObject({ title: 'server.py', hasLineNumbers: true })
  expect(readCodeMeta('Show all of it wrap')).toMatchObject({ title: 'Show all of it', isWrapped: true })
  expect(readCodeMeta('twoslash TypeScript lines').title).toBe('TypeScript')
})

test('a title in quotes wins over stray words', () => {
  expect(readCodeMeta('x title="utils/hello.js" icon="js"')).toMatchObject({ title: 'utils/hello.js', icon: 'js' })
})

test('pairs for other tools are ignored', () => {
  expect(readCodeMeta('Before test="skip" placement="top-right"').title).toBe('Before')
})

test('highlighted lines are read in each of the ways people write them', () => {
  const ways = ['{1,3-5}', 'highlight={1,3-5}', 'highlight="1,3-5"', '{1, 3 - 5}']
  for (const way of ways) expect([...readCodeMeta(`a.js ${way}`).highlighted], way).toEqual([1, 3, 4, 5])
  expect([...readCodeMeta('lines focus={2}').focused]).toEqual([2])
})

test('brackets switch a setting on', () => {
  expect(readCodeMeta('my_server.py [expandable]')).toMatchObject({ title: 'my_server.py', isExpandable: true })
})

test('an absurd range ends', () => {
  expect(readLineNumbers('1-999999999999').size).toBe(20_000)
})
