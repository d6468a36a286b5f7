import type { Mutant } from '../mutant.ts'

const server = 'packages/server/src'
const marks = `${server}/db/in-transaction.test.ts`
const publications = `${server}/core/publications/publications.test.ts`
const remains = `${server}/workflows/maintenance/clear-remains.test.ts`

/** Nothing waits for the outside while it holds rows, and nothing vanishes because of that. */
export const transactions: Mutant[] = [
  {
    name: 'transactions/not-marked',
    file: `${server}/db/create-database.ts`,
    find: 'markTransactions(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }))',
    replace: 'new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })',
    why: 'A slow storage holds rows for everybody, and no test would notice.',
    test: { file: marks, name: 'inside an open transaction, and nowhere else' },
  },
  {
    name: 'transactions/storage-asked-inside',
    file: `${server}/storage/create-s3-client.ts`,
    find: "      expectNoTransaction('The object storage was asked')\n",
    replace: '',
    why: 'A slow storage holds rows for everybody.',
    test: { file: marks, name: 'inside an open transaction, and nowhere else' },
  },
  {
    name: 'transactions/hosts-asked-inside',
    file: `${server}/outbound/reach-host.ts`,
    find: "  expectNoTransaction('Another host was asked')\n",
    replace: '',
    why: "A tenant's slow host holds rows for everybody.",
    test: { file: marks, name: 'git and other hosts are not asked inside an open transaction' },
  },
  {
    name: 'transactions/source-found-while-deleted',
    file: `${server}/workflows/exports/source/fetch-export-source.ts`,
    find: '  await untilCleared(context, order.projectId, signal)\n',
    replace: '',
    why: 'An export uses a source that is gone a moment later.',
    test: { file: remains, name: 'an export that starts while its source is being deleted waits' },
    isSlow: true,
  },
  {
    name: 'transactions/remains-taken-twice',
    file: `${server}/core/exports/cleanup/take-remains.ts`,
    find: '(clearing_until is null or clearing_until <= now())',
    replace: '(clearing_until is null or clearing_until is not null)',
    why: 'A second worker deletes what an export has fetched anew by then.',
    test: { file: remains, name: 'what a worker has taken no other one takes' },
    isSlow: true,
  },
  {
    name: 'transactions/expired-pages-taken-over',
    file: `${server}/core/exports/run/find-earlier-export.ts`,
    find: '    .where(sql<boolean>`(retained_until is null or retained_until > now())`)\n',
    replace: '',
    why: 'An export takes pages over while they are deleted.',
    test: { file: remains, name: 'nothing is taken over from an export whose time is over' },
    isSlow: true,
  },
  {
    name: 'transactions/pinned-domain-published',
    file: 'packages/server/migrations/0028-publish-before-archive.sql',
    find: ' or held.pinned_at is not null',
    replace: '',
    why: 'An export that completes replaces what somebody pinned.',
    test: { file: publications, name: 'while it is pinned nothing does, and unpinning publishes nothing by itself' },
  },
  {
    name: 'transactions/older-export-published',
    file: 'packages/server/migrations/0028-publish-before-archive.sql',
    find: ' or next.created_at < held.follows_after',
    replace: '',
    why: 'An older export that finishes later replaces a newer one.',
    test: { file: publications, name: 'an older export that finishes later does not replace a newer one' },
  },
]
