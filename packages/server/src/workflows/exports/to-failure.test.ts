import { BundleError } from '@bindery/bundle'
import { ConfigurationError } from '@bindery/site'
import { Error as EngineErrors } from '@dbos-inc/dbos-sdk'
import { expect, test } from 'vitest'
import { ExportFailure, StaleExport } from '../../core/exports/export-failure.ts'
import { GitError } from '../../outbound/git-error.ts'
import { StorageError } from '../../storage/storage-error.ts'
import { NoSpace } from '../cache/space.ts'
import { isTransient, readFailure, toFailure } from './to-failure.ts'

const advice = { file: 'docs.json', path: '', message: 'It has no navigation.', suggestion: 'Add one.' }

test.each([
  [new GitError('repository_auth_failed', 'No.'), 'repository_auth_failed', false],
  [new GitError('repository_unreachable', 'No.'), 'repository_unreachable', true],
  [new ConfigurationError([advice]), 'configuration_invalid', false],
  [new StorageError('unavailable', 'No.'), 'storage_unavailable', true],
  [new BundleError('colliding_path', 'a collides with A.', { entry: 'a' }), 'page_failed', false],
  [new NoSpace('busy', 'No.'), 'no_disk_space', true],
  [new NoSpace('too_large', 'No.'), 'repository_too_large', false],
  [Object.assign(new Error('write'), { code: 'ENOSPC' }), 'no_disk_space', true],
  [new TypeError('a bug'), 'internal_error', true],
])('%s becomes a code that says whether trying again may help', (error, code, transient) => {
  const failure = toFailure(error)
  expect(failure).toMatchObject({ code })
  expect(isTransient(failure)).toBe(transient)
})

test('what is ours alone never stands in the sentence of a job', () => {
  const failure = toFailure(new Error('password of postgres://user:secret@host'))
  expect(failure.message).not.toContain('secret')
})

test('a failure that the engine revived as a plain error is known again', () => {
  const revived = Object.assign(new Error('The repository has no such branch.'), {
    name: 'ExportFailure',
    code: 'ref_not_found',
  })
  expect(readFailure(revived)).toMatchObject({ code: 'ref_not_found', message: 'The repository has no such branch.' })
})

test('after several attempts the last failure is the one that counts', () => {
  const last = new ExportFailure('storage_unavailable', 'The storage did not answer.')
  const exhausted = new EngineErrors.DBOSMaxStepRetriesError('finish', 4, [new Error('first'), last])
  expect(readFailure(exhausted)).toMatchObject({ code: 'storage_unavailable', message: 'The storage did not answer.' })
})

test('a step that took too long says so', () => {
  expect(readFailure(new EngineErrors.DBOSStepTimeoutError('finish', 1_000))).toMatchObject({ code: 'timed_out' })
})

test('an export that somebody else ended is not tried again', () => {
  expect(isTransient(toFailure(new StaleExport('se_1')))).toBe(false)
})
