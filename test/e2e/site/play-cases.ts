import type { Browser } from 'playwright-core'
import type { Sample } from '../../support/sample.ts'
import { serveFolder } from '../serve-folder.ts'
import { chooseInMenu } from './cases/choose-in-menu.ts'
import { closeSheet } from './cases/close-sheet.ts'
import { copyCode } from './cases/copy-code.ts'
import { enlargePictures } from './cases/enlarge-pictures.ts'
import { fetchAhead } from './cases/fetch-ahead.ts'
import { filterUpdates } from './cases/filter-updates.ts'
import { findLostPage } from './cases/find-lost-page.ts'
import { fitHeader } from './cases/fit-header.ts'
import { fitSmallScreens } from './cases/fit-small-screens.ts'
import { keepSidebar } from './cases/keep-sidebar.ts'
import { leaveRoom } from './cases/leave-room.ts'
import { openGroup } from './cases/open-group.ts'
import { placeBeside } from './cases/place-beside.ts'
import { reachScrollers } from './cases/reach-scrollers.ts'
import { readWithoutScript } from './cases/read-without-script.ts'
import { rememberTabs } from './cases/remember-tabs.ts'
import { renderAhead } from './cases/render-ahead.ts'
import { renderDiagrams } from './cases/render-diagrams.ts'
import { restorePlace } from './cases/restore-place.ts'
import { revealTarget } from './cases/reveal-target.ts'
import { searchByKeys } from './cases/search-by-keys.ts'
import { shortenAddresses } from './cases/shorten-addresses.ts'
import { showNoSidebar } from './cases/show-no-sidebar.ts'
import { showShortcuts } from './cases/show-shortcuts.ts'
import { standAtRoot } from './cases/stand-at-root.ts'
import { surviveFragment } from './cases/survive-fragment.ts'
import { switchTheme } from './cases/switch-theme.ts'

const cases = [
  readWithoutScript,
  switchTheme,
  copyCode,
  searchByKeys,
  showShortcuts,
  rememberTabs,
  chooseInMenu,
  filterUpdates,
  placeBeside,
  revealTarget,
  surviveFragment,
  openGroup,
  keepSidebar,
  fetchAhead,
  renderAhead,
  restorePlace,
  shortenAddresses,
  standAtRoot,
  findLostPage,
  fitSmallScreens,
  fitHeader,
  leaveRoom,
  closeSheet,
  reachScrollers,
  showNoSidebar,
  renderDiagrams,
  enlargePictures,
]

/** Plays cases on the component book, and counts those that failed. */
export async function playCases(browser: Browser, book: string, sample: Sample): Promise<number> {
  await using server = await serveFolder(book)
  let failed = 0
  for (const { promise, keep } of sample(cases)) {
    try {
      await keep({ browser, base: server.url, folder: book })
      console.log(`ok    ${promise}`)
    } catch (error) {
      failed += 1
      console.log(`FAIL  ${promise}\n    ${error instanceof Error ? error.message : error}`)
    }
  }
  return failed
}
