/** A part of the program that others made. */
export interface Component {
  name: string
  version: string
  licence: string
  /** Whose it is, a line each. */
  owners: readonly string[]
  /** The numbers of its texts, from 1. */
  texts: readonly number[]
}

export interface Licenses {
  sections: readonly { title: string; components: readonly Component[] }[]
  /** The text with number 1 comes first. */
  texts: readonly string[]
}

const COMPONENT = /^(\S+) (.*?) ?\((.+)\)$/
const NUMBERS = /^ {4}Texts: ([\d, ]+)$/

/** Reads the list of components, as `xtask licenses` writes it. */
export function readLicenses(file: string): Licenses {
  const [list = '', rest = ''] = file.split(/\nTexts\n(?=\n\[1\]\n)/)
  const sections: { title: string; components: Component[] }[] = []
  // Before the first section stands a paragraph about the file.
  for (const line of list.split('\n').slice(1)) {
    const components = sections.at(-1)?.components
    const last = components?.at(-1)
    const [, name, version = '', licence = ''] = COMPONENT.exec(line) ?? []
    if (line.startsWith(' ')) {
      const [, numbers] = NUMBERS.exec(line) ?? []
      if (last && components)
        components[components.length - 1] = numbers
          ? { ...last, texts: numbers.split(', ').map(Number) }
          : { ...last, owners: [...last.owners, line.trim()] }
    } else if (name && components) components.push({ name, version, licence, owners: [], texts: [] })
    else if (line.trim()) sections.push({ title: line.trim(), components: [] })
  }
  return { sections, texts: readTexts(rest) }
}

/** A licence may have lines in brackets itself, so each text ends where the next number stands. */
function readTexts(rest: string) {
  const texts: string[] = []
  let from = rest.indexOf('\n[1]\n')
  while (from >= 0) {
    const head = `\n[${texts.length + 1}]\n`
    const next = rest.indexOf(`\n[${texts.length + 2}]\n`, from + head.length)
    texts.push(rest.slice(from + head.length, next < 0 ? undefined : next).trim())
    from = next
  }
  return texts
}

/** Whether the component has these words in its name or licence. */
export const isFound = ({ name, licence }: Component, words: string) =>
  words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => `${name} ${licence}`.toLowerCase().includes(word))
