import { GitError } from '../../outbound/git-error.ts'

// A path is at most a few thousand bytes long where files can hold it at all.
const recordBytes = 65_536

/** The records of `git … -z`, each ended by NUL. */
export async function* splitRecords(output: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of output) {
    const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk
    let start = 0
    for (let end = text.indexOf(0); end !== -1; end = text.indexOf(0, start)) {
      yield text.toString('utf8', start, end)
      start = end + 1
    }
    rest = text.subarray(start)
    if (rest.length > recordBytes) {
      throw new GitError('repository_invalid', 'The repository has a path of more than 64 KiB. Shorten or remove it.')
    }
  }
}
