import { raw } from 'hono/html'
import type { Chrome } from './chrome.ts'
import { HeaderSwitches, Tabs } from './switches.tsx'

export function Header({ chrome }: { chrome: Chrome }) {
  const { navbar } = chrome.site.plan.config
  return (
    <header class="site-header">
      <div class="site-header-row">
        <button class="menu-button" type="button" hidden data-open="sidebar" aria-label={chrome.words.menu} />
        <Logo chrome={chrome} />
        <HeaderSwitches chrome={chrome} />
        <button class="search-button" type="button" hidden data-search>
          {chrome.words.search}
        </button>
        <nav class="navbar" aria-label={chrome.words.more}>
          {navbar.links.map(({ label, href, icon }) => (
            <a href={chrome.toLink(href)} aria-label={label === '' ? href : undefined}>
              {raw(chrome.icon(icon))}
              {label}
            </a>
          ))}
          {navbar.primary && (
            <a class="navbar-primary" href={chrome.toLink(navbar.primary.href)}>
              {raw(navbar.primary.type === 'github' ? chrome.icon('github') : '')}
              {navbar.primary.label || (navbar.primary.type === 'github' ? 'GitHub' : navbar.primary.href)}
            </a>
          )}
        </nav>
        <button class="theme-button" type="button" hidden data-theme-toggle aria-label={chrome.words.appearance} />
      </div>
      <Tabs chrome={chrome} />
    </header>
  )
}

function Logo({ chrome }: { chrome: Chrome }) {
  const { name, logo } = chrome.site.plan.config
  const light = logo && chrome.toAsset(logo.light)
  const dark = logo && chrome.toAsset(logo.dark)
  // The configured address is the live site's; a copy on another host leads home to itself.
  return (
    <a class="logo" href={chrome.toFile('index.html')} aria-label={`${name}: ${chrome.words.home}`}>
      {light === undefined || dark === undefined ? (
        name
      ) : (
        <>
          <img class={light === dark ? undefined : 'only-light'} src={light} alt="" />
          {light !== dark && <img class="only-dark" src={dark} alt="" />}
        </>
      )}
    </a>
  )
}
