import { expect, test } from 'vitest'
import { openTestStore } from '../../../../testing/storage/open-test-store.ts'
import { createComparison } from './list-changes.ts'

test('comparisons of one organization do not delay those of another', async () => {
  const storage = openTestStore()
  const order: string[] = []
  const compare = createComparison({
    ...storage.store,
    getBytes(key, options) {
      order.push(key)
      return storage.store.getBytes(key, options)
    },
  })
  const bundleOf = (organizationId: string, name: string) => ({ organizationId, key: `org/${organizationId}/${name}` })
  const start = (organization: string, name: string) =>
    compare(bundleOf(organization, name), bundleOf(organization, 'current')).catch(() => {})
  await Promise.all([...['1', '2', '3'].map((name) => start('a', name)), start('b', '1')])
  expect(order.map((key) => key.slice(0, 7))).toEqual(['org/a/1', 'org/b/1', 'org/a/2', 'org/a/3'])
  await storage.close()
})
