/** What a site needs beside its files: who may fetch it does so before the site is planned. */
export interface SourceSurvey {
  /** URLs of descriptions on other hosts, each once: those of the configuration, then those of the pages. */
  specs: string[]
  /** Whether a page is to say when it was last changed. */
  asksForDates: boolean
}
