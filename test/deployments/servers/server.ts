/** A built site and where it stands: at the root, or below a path such as `/docs`. */
export interface Mount {
  site: string
  folder: string
  base: '' | `/${string}`
}

export interface Answer {
  status: number
  /** Decoded, and without the server's own name. */
  location: string | undefined
  type: string | undefined
  caching: string | undefined
  /** `X-Content-Type-Options`. */
  sniffing: string | undefined
  body: string
}

/** Somebody who serves the mounts, each as he was told by the settings that stand in the site itself. */
export interface Server extends AsyncDisposable {
  name: string
  /** What is set elsewhere than in our settings, and so not compared. */
  unsaid?: readonly ('type' | 'caching' | 'sniffing')[]
  ask(mount: Mount, address: string): Promise<Answer>
}
