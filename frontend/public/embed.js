// Shows an event's registration form on the page of another site, below the element of this script:
// <script src="https://hoi.example/embed.js" data-event="…" async></script>
// It sets no cookie and loads nothing else. The other side of the talk is `src/public-form/embedded.ts`.
;(() => {
  const script = document.currentScript
  const { event, lang } = script?.dataset ?? {}
  if (!event) return
  const { origin } = new URL(script.src)
  const address = new URL(`/form/${encodeURIComponent(event)}?embedded`, origin)
  if (lang) address.searchParams.set('lang', lang)

  const frame = document.createElement('iframe')
  frame.src = address.href
  frame.title = 'Hội'
  frame.allow = 'clipboard-write'
  // Out of sight until the form answers: a browser draws an error in a frame that the event does not allow here.
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    height: '320px',
    border: '0',
    visibility: 'hidden',
  })
  frame.addEventListener('load', () => frame.contentWindow.postMessage('hoi:embed', origin))

  addEventListener('message', (message) => {
    // A frame that was removed has no window, and neither has a message from one.
    if (!message.source || message.source !== frame.contentWindow || message.origin !== origin) return
    const { height, title, top } = message.data?.hoi ?? {}
    if (height > 0 && height <= 50_000) {
      frame.style.height = `${Math.ceil(height)}px`
      frame.style.visibility = 'visible'
    }
    if (typeof title === 'string' && title) frame.title = title
    // The frame is as high as its content, so only this page can scroll to a part of it.
    if (Number.isFinite(top)) scrollBy(0, frame.getBoundingClientRect().top + top - 16)
  })
  script.after(frame)
})()
