/** A dash stays at the end of its line: in a large title, one that begins a line is read as a new item. */
export const withKeptDashes = (title: string) => title.replace(/ (?=[–—-] )/g, '\u00a0')
