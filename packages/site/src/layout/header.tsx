import { raw } from 'hono/html'
import type { LabelledLink, SiteConfig } from '../config/site-config.ts'
import type { Chrome } from './chrome.ts'
import { HeaderSwitches, Tabs } from './switches.tsx'

type PrimaryLinkConfig = NonNullable<SiteConfig['navbar']['primary']>

export function Header({ chrome }: { chrome: Chrome }) {
  return (
    <header class="site-header">
      <div class="site-header-row">
        <a class="menu-button" href="#bindery-sidebar">
          <span class="visually-hidden">{chrome.words.menu}</span>
        </a>
        <Logo chrome={chrome} />
        <HeaderSwitches chrome={chrome} />
        <NavbarLinks chrome={chrome} />
        <button class="theme-button" type="button" hidden data-theme-toggle aria-label={chrome.words.appearance} />
      </div>
      <Tabs chrome={chrome} />
    </header>
  )
}

function NavbarLinks({ chrome }: { chrome: Chrome }) {
  const { links, primary } = chrome.site.plan.config.navbar
  if (links.length === 0 && !primary) return null
  return (
    <nav class="navbar" aria-label={chrome.words.more}>
      {links.map((link) => (
        <NavbarLink link={link} chrome={chrome} />
      ))}
      {primary && <PrimaryLink primary={primary} chrome={chrome} />}
    </nav>
  )
}

/** On a phone the header has no room for its links: they stand at the end of the sidebar's sheet, and only there. */
export function NavbarSheet({ chrome }: { chrome: Chrome }) {
  const { links, primary } = chrome.site.plan.config.navbar
  if (links.length === 0 && !primary) return null
  return (
    <ul class="sidebar-navbar">
      {links.map((link) => (
        <li>
          <NavbarLink link={link} chrome={chrome} />
        </li>
      ))}
      {primary && (
        <li>
          <PrimaryLink primary={primary} chrome={chrome} />
        </li>
      )}
    </ul>
  )
}

function NavbarLink({ link: { label, href, icon }, chrome }: { link: LabelledLink; chrome: Chrome }) {
  return (
    <a href={chrome.toLink(href)} aria-label={label === '' ? href : undefined}>
      {raw(chrome.icon(icon))}
      {label}
    </a>
  )
}

function PrimaryLink({ primary: { type, label, href }, chrome }: { primary: PrimaryLinkConfig; chrome: Chrome }) {
  return (
    <a class="navbar-primary" href={chrome.toLink(href)}>
      {raw(type === 'github' ? chrome.icon('github') : '')}
      {label || (type === 'github' ? 'GitHub' : href)}
    </a>
  )
}

/** The configured address is that of the live site; a copy on another host leads home to itself. */
function Logo({ chrome }: { chrome: Chrome }) {
  const { name, logo } = chrome.site.plan.config
  const light = logo && chrome.toAsset(logo.light)
  const dark = logo && chrome.toAsset(logo.dark)
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
