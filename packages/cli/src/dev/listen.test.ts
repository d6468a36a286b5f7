import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { UsageError } from '../errors.ts'
import { listen } from './listen.ts'

test('a port that is taken is answered with advice when it was asked for', async () => {
  await using first = createServer()
  const url = await listen(first, 0)
  await expect(listen(createServer(), Number(new URL(url).port))).rejects.toThrow(UsageError)
})
