import { expect, test } from 'vitest'
import type { GitError } from '../../outbound/git-error.ts'
import { GitFailure } from '../run-git.ts'
import { explainFailure } from './explain-failure.ts'

const explain = (stderr: string, secrets: string[] = []) =>
  explainFailure(new GitFailure('fetch', 'exit code 128', stderr), secrets) as GitError

test('a secret in what git says is struck out, and what the host says is not kept at all', () => {
  const pattern =
    "remote: hello canary-1\nfatal: unable to access 'https://us:canary-2@git.example.com/': no route\x1b[2J"
  const { message, cause } = explain(pattern, ['canary-2', ''])
  expect(String(cause)).toContain('unable to access')
  expect(`${message} ${cause}`).not.toMatch(/canary/)
  expect(String(cause)).not.toContain('\x1b')
})

test('a name in quotes does not decide what went wrong', () => {
  const { code } = explain("fatal: unable to access 'https://git.example.com/certificate/Authentication failed': gone")
  expect(code).toBe('repository_unreachable')
  expect(explain('fatal: Authentication failed').code).toBe('repository_auth_failed')
})
