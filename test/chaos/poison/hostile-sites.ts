import { linkSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedRepository } from '../../../deploy/local/seed-repository.ts'

type Files = Record<string, string>

const nested = (count: number, open: string, close: string) => `${open.repeat(count)}x${close.repeat(count)}`
const onePage = (text: string): Files => ({ 'docs.json': docs({ pages: ['index'] }), 'index.mdx': text })
const docs = (navigation: object) => JSON.stringify({ name: 'Hostile', theme: 'mint', navigation })

/** Sites that are built to hang, to crash, to fill memory and to fill the disk. Each must fail its own job alone. */
const sites: Record<string, () => Files> = {
  hang: () => onePage(`{${'<a>'.repeat(26)}}`),
  crash: () => onePage(`{${nested(3_200, '[', ']')}}`),
  memory: () => ({
    'docs.json': docs({ groups: [{ group: 'API', openapi: 'api.yaml' }] }),
    'index.mdx': 'x',
    'api.yaml': `openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n${'  /p: { get: { summary: S, responses: { 200: { description: OK } } } }\n'
      .repeat(180_000)
      .replaceAll('/p:', () => `/p${Math.random()}:`)}`,
  }),
  disk: () => ({ 'docs.json': docs({ pages: ['index'] }), 'index.mdx': 'x', 'film.mp4': 'x'.repeat(19 * 1024 ** 2) }),
}

/** More than half of what a worker of the suite may have on its disk. */
const films = 20

export async function seedHostileSites(): Promise<string[]> {
  return Promise.all(Object.entries(sites).map(([name, make]) => seed(name, make())))
}

async function seed(name: string, files: Files): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'bindery-poison-'))
  try {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
    if (name === 'disk') {
      mkdirSync(join(folder, 'films'))
      for (let n = 0; n < films; n++) linkSync(join(folder, 'film.mp4'), join(folder, 'films', `${n}.mp4`))
    }
    return (await seedRepository(`public/poison-${name}`, folder)).url
  } finally {
    rmSync(folder, { recursive: true })
  }
}
