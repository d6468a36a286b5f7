const outsideSource = /<(?:img|source)\b[^>]*\s(?:src|srcset)="[^"]*https?:\/\//i
const picture = /<img\b[^>]*>/g
const poster = /(<video\b[^>]*?\s)poster(="https?:\/\/)/gi

/**
 * A page may be rendered before its reader opens it, and asks no other host until then. Browsers leave frames, films and
 * lazy pictures for later by themselves; the script puts posters in their place.
 */
export function deferOutside(html: string): string {
  const deferred = html.replace(poster, '$1data-bindery-poster$2')
  return outsideSource.test(deferred) ? deferred.replace(picture, deferPicture) : deferred
}

function deferPicture(tag: string): string {
  const plain = tag.replace(/\s(?:loading|fetchpriority)="[^"]*"/g, '')
  return plain.replace(/^<img/, '<img loading="lazy"')
}
