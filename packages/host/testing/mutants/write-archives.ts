/** `node --conditions=bindery-source write-archives.ts FOLDER MUTANTS`: a good bundle, the hostile ones, some mutants. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeHostileArchives } from '../hostile-archives.ts'
import { mutateArchive } from './mutate-archive.ts'
import { prepareSpecimens } from './prepare-specimens.ts'

const [folder = '', mutants = '0'] = process.argv.slice(2)
const scratch = await mkdtemp(join(tmpdir(), 'bindery-mutants-'))
try {
  const { specimens } = await prepareSpecimens(join(scratch, 'base'))
  await writeFile(join(folder, 'good.tar.gz'), specimens[0]?.bytes ?? '')
  const hostile = await makeHostileArchives()
  for (const [index, bytes] of hostile.entries()) await writeFile(join(folder, `hostile-${index}.tar.gz`), bytes)
  for (let number = 0; number < Number(mutants); number++) {
    const { bytes } = await mutateArchive(specimens, number)
    await writeFile(join(folder, `mutant-${number}.tar.gz`), bytes)
  }
} finally {
  await rm(scratch, { recursive: true })
}
