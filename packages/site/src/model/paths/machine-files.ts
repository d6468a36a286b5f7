/** Files that programs look for by these names, at the root of a site. An author's own one stands instead of ours. */
export const machineFiles = ['robots.txt', 'sitemap.xml', 'llms.txt', 'llms-full.txt', '_redirects']
