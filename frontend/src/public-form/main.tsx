import '~/lib/roboto.css'
import '~/lib/display.css'
import './tokens.css'
import './page.css'
import { createRoot } from 'react-dom/client'
import { readAddress } from './address'
import { beginEmbedded } from './embedded'
import { PublicForm } from './PublicForm'

// The light entry: it must stay free of Mantine and of everything in src/app, see the size limit of the public page.
beginEmbedded()
const root = document.getElementById('root')
if (root) createRoot(root).render(<PublicForm address={readAddress(location)} />)

// Another invitation's link in the same window changes only the part behind `#`.
addEventListener('hashchange', () => location.reload())
