/** For the style of a large name: `--longest` is the length of its longest word, which must fit into one line. */
export const nameFit = (name: string): Record<`--${string}`, number> => ({
  '--longest': Math.max(
    1,
    ...name
      .normalize('NFC')
      .split(/\s+/)
      .map((word) => [...word].length),
  ),
})
