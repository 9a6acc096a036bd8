/** The texts of a page by their name in `data-text`. */
export type Texts = Record<string, string>

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Puts the texts into the page while it is built, each in the place of the `…` that follows its name: the content of an
 * element, or an attribute. The page can then be read before, and without, any script. A name without a text stops the
 * build.
 */
export function fill(html: string, texts: Texts): string {
  return html.replace(/(data-text="(\w+)"[^…<]*)…/g, (_, before: string, name: string) => {
    const text = texts[name]
    if (text === undefined) throw new Error(`there is no text ${name} for the page`)
    return before + text.replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
  })
}
