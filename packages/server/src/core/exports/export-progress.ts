/** How far an export is at the end of each stage, in percent. Rendering is most of it; 100 comes with completion alone. */
export const progressWhen = { fetched: 3, planned: 5, rendered: 90 } as const
