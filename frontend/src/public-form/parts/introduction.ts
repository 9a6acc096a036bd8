/** The data of the event in the server's page, before it is loaded. */
export interface Introduction {
  title: string
  start: string
  end: string | null
  place: string | null
}

/** Reads the description for search engines that came with the page; null when it came without, or for another event. */
export function readIntroduction(eventId: string): Introduction | null {
  const text = document.querySelector('script[type="application/ld+json"]')?.textContent
  if (!text) return null
  try {
    const data = JSON.parse(text)
    if (data.identifier !== eventId) return null
    return {
      title: data.name,
      start: data.startDate,
      end: data.endDate ?? null,
      place: data.location?.name ?? null,
    }
  } catch {
    return null
  }
}
