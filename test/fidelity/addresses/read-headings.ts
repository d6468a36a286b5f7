export interface BuiltHeading {
  depth: number
  id: string
  title: string
}

const heading = /<h([2-6]) id="([^"]*)"[^>]*>(.*?)<\/h\1>/gs

/** The headings of a page as they were published, in order: only the built page knows which number an id has. */
export function readHeadings(html: string): BuiltHeading[] {
  return [...html.matchAll(heading)].map(([, depth, id = '', inner = '']) => ({
    depth: Number(depth),
    id,
    title: inner.replace(/<[^>]*>/g, '').trim(),
  }))
}
