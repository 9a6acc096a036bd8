/**
 * Puts on the application's style sheet, which the build makes one for printing, so that the first screen is painted
 * without it.
 */
export async function wearStyleSheet() {
  const sheet = document.querySelector<HTMLLinkElement>('link[rel=stylesheet][media=print]')
  if (!sheet) return
  // A sheet that could not be loaded is missing as well, and may have failed already: the page is complete without it.
  if (!sheet.sheet && document.readyState !== 'complete') {
    await new Promise((resolve) => {
      sheet.addEventListener('load', resolve)
      sheet.addEventListener('error', resolve)
      addEventListener('load', resolve)
    })
  }
  sheet.media = 'all'
}
