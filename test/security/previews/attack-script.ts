/** Runs in a page: by name, what a script got to read of a preview of another tenant and of the dashboard. */
export const attackScript = (targets: { victim: string; dashboard: string }) => `(async () => {
  const got = {}
  const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms))
  const attempt = async (name, run) => {
    const late = wait(2000).then(() => '')
    got[name] = await Promise.race([Promise.resolve().then(run), late]).catch(() => '')
  }
  // An empty page that came before anything was loaded is our own.
  const contentOf = (inside) => (!inside || inside.URL === 'about:blank' ? '' : inside.documentElement.outerHTML)
  for (const [who, address] of Object.entries(${JSON.stringify(targets)})) {
    await attempt('fetch of ' + who, async () => (await fetch(address)).text())
    await attempt('fetch with cookies of ' + who, async () => (await fetch(address, { credentials: 'include' })).text())
    await attempt('fetch without CORS of ' + who, async () => (await fetch(address, { mode: 'no-cors' })).text())
    await attempt('request to ' + who, () => {
      const request = new XMLHttpRequest()
      request.open('GET', address, false)
      request.send()
      return request.responseText
    })
    await attempt('frame of ' + who, async () => {
      const frame = document.createElement('iframe')
      frame.src = address
      document.documentElement.append(frame)
      await Promise.race([new Promise((resolve) => { frame.onload = resolve }), wait(1000)])
      return contentOf(frame.contentDocument)
    })
    await attempt('window of ' + who, async () => {
      const opened = window.open(address)
      await wait(1000)
      return contentOf(opened && opened.document)
    })
    await attempt('page as a script of ' + who, async () => {
      await import(address)
      return 'loaded'
    })
    await attempt('worker of ' + who, () => String(new Worker(address)))
  }
  await attempt('localStorage', () => localStorage.getItem('secret') || '')
  await attempt('sessionStorage', () => sessionStorage.getItem('secret') || '')
  await attempt('service worker', async () => (await navigator.serviceWorker.register('/sw.js', { scope: '/' })).scope)
  await attempt('cookies', () => document.cookie)
  await attempt('document.domain', () => {
    document.domain = 'previews.localhost'
    return contentOf(document.querySelector('iframe').contentDocument)
  })
  return got
})()`

/** What a site may leave in the browser for itself. */
export const leaveSecrets = `(() => {
  for (const name of ['localStorage', 'sessionStorage']) {
    try { window[name].setItem('secret', 'canary') } catch {}
  }
})()`

export const listenScript = `new Promise((resolve) => {
  setTimeout(() => resolve(''), 1500)
  try { new BroadcastChannel('preview').onmessage = ({ data }) => resolve(String(data)) } catch {}
})`

export const shoutScript = `(() => {
  try { new BroadcastChannel('preview').postMessage('canary') } catch {}
})()`
