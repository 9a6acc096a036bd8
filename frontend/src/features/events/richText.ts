/** What a reader sees of HTML; empty when it holds nothing but markup and blanks. Nothing in it is run or fetched. */
export function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
}
