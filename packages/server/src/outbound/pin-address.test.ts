import { expect, test } from 'vitest'
import { pinAddress } from './pin-address.ts'

const stranger = { host: 'git.example.com', allowListed: false }

test('every address of a public host is returned', async () => {
  const addresses = ['140.82.121.4', '2606:50c0:8000::153']
  expect(await pinAddress(stranger, async () => addresses)).toEqual(addresses)
})

test('one forbidden address among good ones refuses the host', async () => {
  const lookup = async () => ['140.82.121.4', '10.0.0.7']
  await expect(pinAddress(stranger, lookup)).rejects.toMatchObject({ code: 'repository_refused' })
})

test("an operator's own host may have a private address", async () => {
  expect(await pinAddress({ ...stranger, allowListed: true }, async () => ['10.0.0.7'])).toEqual(['10.0.0.7'])
})

test('a host is looked up once, so that a second answer cannot lead elsewhere', async () => {
  const answers = [['140.82.121.4'], ['127.0.0.1']]
  const addresses = await pinAddress(stranger, async () => answers.shift() ?? [])
  expect(addresses).toEqual(['140.82.121.4'])
  expect(answers).toHaveLength(1)
})

test('an unknown host and one without addresses are unreachable', async () => {
  const unknown = async () => Promise.reject(new Error('ENOTFOUND'))
  await expect(pinAddress(stranger, unknown)).rejects.toMatchObject({ code: 'repository_unreachable' })
  await expect(pinAddress(stranger, async () => [])).rejects.toMatchObject({ code: 'repository_unreachable' })
})

test('the real resolver is asked by default, and localhost is refused', async () => {
  await expect(pinAddress({ host: 'localhost', allowListed: false })).rejects.toMatchObject({
    code: 'repository_refused',
  })
})
