import { generateKeyPairSync } from 'node:crypto'
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command } from 'commander'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readSigningKey } from '../core/signing/read-signing-key.ts'
import { addAdminCommands } from './add-admin-commands.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'signing-'))
  file = join(folder, 'signing.pem')
})
afterEach(() => rm(folder, { recursive: true }))

async function run(...args: string[]): Promise<string> {
  let printed = ''
  const program = new Command().exitOverride().configureOutput({ writeErr: () => {} })
  const open = () => Promise.reject(new Error('a signing key needs neither database nor storage'))
  addAdminCommands(program, open, (text) => {
    printed += text
  })
  await program.parseAsync(['admin', 'signing-key', ...args, '--file', file], { from: 'user' })
  return printed
}

test('a key is made for its owner alone, and its public half is shown as others need it', async () => {
  const { keyId } = JSON.parse(await run('create', '--json'))
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(await run('show')).toMatch(/^-----BEGIN PUBLIC KEY-----\n.+\n-----END PUBLIC KEY-----$/s)
  expect(JSON.parse(await run('show', '--json'))).toMatchObject({ keyId })
  expect(readSigningKey(file).asymmetricKeyType).toBe('ed25519')
})

test('a key is never written over', async () => {
  const { keyId } = JSON.parse(await run('create', '--json'))
  await expect(run('create')).rejects.toThrow(/is there already/)
  expect(JSON.parse(await run('show', '--json')).keyId).toBe(keyId)
})

test('a file that is missing, no key, or a key of another kind is refused with a sentence', async () => {
  await expect(run('show')).rejects.toThrow(/holds no readable Ed25519 private key/)
  await writeFile(file, 'secret')
  await expect(run('show')).rejects.toThrow(/holds no readable Ed25519 private key/)
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  await expect(run('show')).rejects.toThrow(/holds no readable Ed25519 private key/)
})
