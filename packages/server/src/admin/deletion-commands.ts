import type { Command } from 'commander'
import { listDeletions } from '../core/deletion/list-deletions.ts'
import type { Act } from './admin-deps.ts'

export function addDeletionCommands(admin: Command, act: Act): void {
  admin
    .command('deletion')
    .description('projects and organizations that were deleted')
    .command('list')
    .description('show those whose files and recorded work the workers still remove')
    .action(act(({ db }) => listDeletions(db)))
}
