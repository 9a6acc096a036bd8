/** The text of HTML; empty if there is only markup and white space. Runs and fetches nothing. */
export function textOf(html: string): string {
  return new DOMParser().parseFromString(html, 'text/html').body.textContent.trim()
}
