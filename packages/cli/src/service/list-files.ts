import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Client } from '@bindery/client'
import { UsageError } from '../errors.ts'
import { printJson, printTable } from '../terminal/print-table.ts'
import { connectService, type ServiceFlags } from './connect-service.ts'
import { readExportId } from './read-id.ts'

export interface FilesFlags extends ServiceFlags {
  output?: string
}

/** `bindery exports files ID [PATH]`: the list, or the bytes of one file. */
export async function listFiles(id: string, path: string | undefined, flags: FilesFlags): Promise<void> {
  if (path === undefined && flags.output !== undefined) {
    throw new UsageError('--output is for one file. Name its path too: bindery exports files ID index.html')
  }
  const jobId = readExportId(id)
  const { exports } = await connectService(flags)
  if (path !== undefined) return writeFile(exports, jobId, path, flags)
  const files = await Array.fromAsync(exports.listAllFiles(jobId))
  if (flags.json) return printJson(files)
  printTable(
    ['PATH', 'BYTES', 'TYPE', 'SHA-256'],
    files.map(({ path, size, type, sha256 }) => [path, String(size), type, sha256]),
  )
}

async function writeFile(
  exports: Client['exports'],
  jobId: string,
  path: string,
  { output }: FilesFlags,
): Promise<void> {
  const bytes = await exports.file(jobId, path)
  if (output !== undefined) return pipeline(bytes, createWriteStream(output))
  return pipeline(bytes, process.stdout, { end: false })
}
