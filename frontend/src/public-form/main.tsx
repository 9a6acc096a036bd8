import '~/lib/roboto.css'
import '~/lib/display.css'
import './tokens.css'
import './page.css'
import { createRoot } from 'react-dom/client'
import { readAddress } from './address'
import { beginEmbedded, firstLanguage } from './embedded'
import { PublicForm } from './PublicForm'
import { askEarly } from './page/useEvent'
import { translationOf } from './translation'

// The light entry: it must stay free of Mantine and of everything in src/app, see the size limit of the public page.
beginEmbedded()
const address = readAddress(location)
const language = firstLanguage()
if (address?.ownKey === null) askEarly(address, language)

// Each step is a task of its own, so that the browser answers a touch between them. The first format of a date takes a
// phone as long as the drawing: it is made here, and the drawing finds it made.
setTimeout(() => {
  translationOf(language).longDate(Date.now())
  setTimeout(() => {
    const root = document.getElementById('root')
    if (root) createRoot(root).render(<PublicForm address={address} />)
  })
})

// Another invitation's link in the same window changes only the part behind `#`.
addEventListener('hashchange', () => location.reload())
