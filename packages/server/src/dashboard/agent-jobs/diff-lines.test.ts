import { expect, test } from 'vitest'
import { diffLines } from './diff-lines.ts'

const say = (before: string, after: string) =>
  diffLines(before, after).map(({ mark, text }) => `${{ same: ' ', del: '-', ins: '+' }[mark]}${text}`)

test('only what differs is marked, with three lines around it', () => {
  expect(say('1\n2\n3\n4\nold\n6\n', '1\n2\n3\n4\nnew\nmore\n6\n')).toEqual([
    ' 2',
    ' 3',
    ' 4',
    '-old',
    '+new',
    '+more',
    ' 6',
  ])
})

test.each([
  ['a new file', '', 'a\nb\n', ['+a', '+b']],
  ['a file that goes', 'a\nb\n', '', ['-a', '-b']],
  ['nothing', 'a\n', 'a\n', [' a']],
  ['a line doubled', 'a\n', 'a\na\n', [' a', '+a']],
])('%s', (_what, before, after, lines) => {
  expect(say(before, after)).toEqual(lines)
})
