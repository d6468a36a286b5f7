import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '../limits.ts'
import type { Message } from '../model/model-request.ts'
import { shortenConversation } from './shorten-conversation.ts'

/** A page is written and read again in each of `rounds`. */
function converse(rounds: number, length: number): Message[] {
  return [
    { role: 'user', text: 'Instruction' },
    ...Array.from({ length: rounds }, (_, i): Message[] => [
      {
        role: 'assistant',
        text: '',
        calls: [{ id: `${i}`, name: 'write', input: { path: 'a.mdx', content: 'x'.repeat(length) } }],
      },
      { role: 'tool', results: [{ callId: `${i}`, name: 'write', text: 'y'.repeat(length), isError: false }] },
    ]).flat(),
  ]
}

const lengthOf = (messages: Message[]) => JSON.stringify(messages).length

test('a short conversation stays as it is', () => {
  const messages = converse(5, 1_000)
  expect(shortenConversation(messages)).toBe(messages)
})

test('a long one loses the bodies of its oldest calls and results, and no call, result or path', () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 60 }), fc.integer({ min: 100, max: 20_000 }), (rounds, length) => {
      const messages = converse(rounds, length)
      const short = shortenConversation(messages)
      if (lengthOf(messages) > limits.conversationLength)
        expect(lengthOf(short)).toBeLessThan(limits.conversationLength)
      expect(short.map(({ role }) => role)).toEqual(messages.map(({ role }) => role))
      expect(short.slice(-8)).toEqual(messages.slice(-8))
      expect(short[0]).toEqual(messages[0])
      expect(JSON.stringify(short).match(/a\.mdx/g)).toHaveLength(rounds)
    }),
    { numRuns: 30 },
  )
})

test('the next question begins with the same messages, so that a cache of them holds', () => {
  const short = shortenConversation(converse(40, 10_000))
  const next = shortenConversation([...short, { role: 'user', text: 'Go on.' }])
  expect(next.slice(0, short.length)).toEqual(short)
})
