import type { Command } from 'commander'
import { operator } from '../core/audit/record-audit.ts'
import { expireExport } from '../core/exports/cleanup/expire-export.ts'
import type { Act } from './admin-deps.ts'

export function addExportCommands(admin: Command, act: Act): void {
  admin
    .command('export')
    .description('exports')
    .command('expire')
    .description('keep the files of a completed export no longer; its job and report stay')
    .argument('<job>')
    .action(
      act(async ({ db }, id: string) => {
        await expireExport(db, id, operator)
        return { id, expired: true }
      }),
    )
}
