/**
 * Puts on the application's style sheet, which the build makes one for printing, so that the first screen is painted
 * without it.
 */
export async function wearStyleSheet() {
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][media=print]')
  if (!sheet) return
  if (!sheet.sheet) {
    await new Promise((resolve) => {
      sheet.addEventListener('load', resolve)
      sheet.addEventListener('error', resolve)
    })
  }
  sheet.media = 'all'
}
