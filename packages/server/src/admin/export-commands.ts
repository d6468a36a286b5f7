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
    .option(
      '--withdraw',
      'also if it is the current export of its domain, which then has none; hosts of all domains stop serving it',
    )
    .action(
      act(async ({ db }, id: string, { withdraw = false }: { withdraw?: boolean }) => {
        await expireExport(db, id, operator, { withdraw })
        return { id, expired: true }
      }),
    )
}
