import { expect, test } from 'vitest'
import { makeKey } from '../core/keys/key-format.ts'
import { createLog } from './log.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  let lines = ''
  write(createLog('info', { write: (line: string) => (lines += line) }))
  return lines
}

test('no key comes through, wherever it stands', () => {
  const key = makeKey()
  const line = logged((log) => log.info({ authorization: `Bearer ${key}`, deep: { text: key } }, `used ${key}`))
  expect(line).not.toContain(key.slice(4))
})

test('no password of a URL comes through, not even in an error', () => {
  const line = logged((log) => log.error({ err: new Error('no route to postgres://bindery:canary@db:5432/x') }))
  expect(line).toContain('@db:5432')
  expect(line).not.toContain('canary')
})

test('no signature of a link comes through', () => {
  const url = 'https://s3.example.com/x?X-Amz-Credential=canary%2F1&X-Amz-Signature=canary'
  expect(logged((log) => log.info({ url, bundleUrl: url }))).not.toContain('canary')
})

test('a line is JSON with its level as a word', () => {
  expect(JSON.parse(logged((log) => log.info({ operation: 'getExport' }, 'request')))).toMatchObject({
    level: 'info',
    operation: 'getExport',
    msg: 'request',
  })
})
