import { createRoot } from 'react-dom/client'

// The light entry: it must stay free of Mantine and of everything in src/app, see the size limit of the public page.
const root = document.getElementById('root')
if (root) createRoot(root).render(<main />)
