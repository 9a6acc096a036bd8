import '~/lib/roboto.css'
import '~/lib/display.css'
import './tokens.css'
import './page.css'
import { createRoot } from 'react-dom/client'
import { visitorLanguage } from '~/lib/languages'
import { ask } from './api'
import type { OrganiserPage } from './contract'
import { OrganiserScreen } from './organiser/OrganiserScreen'

// The page at /o/{slug}, an entry of its own. The server's content of the page is shown until the events are here.
const root = document.getElementById('root')
const slug = location.pathname.split('/')[2] ?? ''
if (root)
  void ask<OrganiserPage>(`/o/${slug}`, { language: visitorLanguage() }).then((answer) =>
    createRoot(root).render(<OrganiserScreen answer={answer} />),
  )
