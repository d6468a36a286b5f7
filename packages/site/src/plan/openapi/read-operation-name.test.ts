import { expect, test } from 'vitest'
import { readChannelName, readOperationName } from './read-operation-name.ts'

test('an operation is named by method and path, with its file or without', () => {
  expect(readOperationName('GET /users')).toEqual({ key: 'GET /users' })
  expect(readOperationName('spec.json get /users/{id}')).toEqual({ key: 'GET /users/{id}', source: 'spec.json' })
  expect(readOperationName('/a/spec.yaml webhook orderUpdated')).toEqual({
    key: 'WEBHOOK orderUpdated',
    source: '/a/spec.yaml',
  })
})

test('anything else names none', () => {
  for (const text of ['users/get', 'get', 'guide/post office', ''])
    expect(readOperationName(text), text).toBeUndefined()
})

test('a page names a channel alone or behind its file', () => {
  expect(readChannelName('orders')).toEqual({ key: 'CHANNEL orders' })
  expect(readChannelName(' /a/events.yaml  orders/{id} ')).toEqual({
    key: 'CHANNEL orders/{id}',
    source: '/a/events.yaml',
  })
  for (const text of ['', ' ', 'a.yaml two words']) expect(readChannelName(text)).toBeUndefined()
})
