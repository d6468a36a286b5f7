import type { Mutant } from '../mutant.ts'

const folder = 'packages/server/src/core/domains'
const tests = `${folder}/domains.test.ts`

/** Who has a domain. */
export const domains: Mutant[] = [
  {
    name: 'domains/claims-exported',
    file: 'packages/server/src/core/exports/start-export.ts',
    find: '      expectVerified(domain)\n',
    replace: '',
    why: 'Whoever names a domain publishes under it, without any proof.',
    test: {
      file: 'packages/server/src/api/exports/start.test.ts',
      name: 'a domain that is claimed and not verified, whoever else has it, until it is',
    },
  },
  {
    name: 'domains/claim-proven-at-once',
    file: `${folder}/add-domain.ts`,
    find: "mode === 'verified' && { verified_at: null }",
    replace: "mode === 'trusted' && { verified_at: null }",
    why: 'Naming a domain is proof enough, and it is taken from its owner.',
    test: { file: tests, name: 'a TXT record proves a claim' },
  },
  {
    name: 'domains/any-place-proves',
    file: `${folder}/proof/find-proof-faults.ts`,
    find: 'found.length === faults.length',
    replace: 'found.length > faults.length',
    why: 'No proof is needed.',
    test: { file: tests, name: 'without proof it says what is missing in both places' },
  },
  {
    name: 'domains/any-record-proves',
    file: `${folder}/proof/find-proof-faults.ts`,
    find: 'values.includes(value)',
    replace: 'values.length > 0',
    why: 'The record that its owner has set proves the claim of everybody else.',
    test: { file: tests, name: 'what another organization has published proves nothing' },
  },
  {
    name: 'domains/one-token-for-all',
    file: `${folder}/proof/describe-proof.ts`,
    find: 'export function describeProof({ name, token }: Claim',
    replace: "const token = '0'\n\nexport function describeProof({ name }: Claim",
    why: 'What its owner has published proves the claim of everybody else.',
    test: { file: tests, name: 'what another organization has published proves nothing' },
  },
  {
    name: 'domains/error-page-proves',
    file: `${folder}/proof/find-proof-faults.ts`,
    find: 'if (response.status !== 200)',
    replace: 'if (response.status >= 500)',
    why: 'A host that repeats what it was asked for, or a redirect, proves a claim.',
    test: { file: tests, name: 'is no proof' },
  },
  {
    name: 'domains/part-of-a-line-proves',
    file: `${folder}/proof/find-proof-faults.ts`,
    find: 'line.trim() === value',
    replace: 'line.includes(value)',
    why: 'A page on which anybody may write a comment proves a claim.',
    test: { file: tests, name: 'is no proof' },
  },
  {
    name: 'domains/file-without-end',
    file: `${folder}/proof/find-proof-faults.ts`,
    find: '.subarray(0, fileBytes)',
    replace: '',
    why: 'What stands far below in a page of others proves a claim.',
    test: { file: tests, name: 'is no proof' },
  },
  {
    name: 'domains/checks-without-end',
    file: `${folder}/verify-domain.ts`,
    find: 'limit: checksPerHour',
    replace: 'limit: 1_000_000',
    why: 'A tenant lets us ask the hosts of others as often as it likes.',
    test: { file: tests, name: 'an organization asks other hosts sixty times an hour' },
  },
  {
    name: 'domains/first-proof-stays',
    file: `${folder}/verify-domain.ts`,
    find: 'await takeFromOthers(trx, name, organizationId)',
    replace: '',
    why: 'Who once had a domain keeps it, and the new owner is told of him by an error.',
    test: { file: tests, name: 'two organizations may claim a domain' },
  },
]
