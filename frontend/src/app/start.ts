import { startPage } from './startPage'

// The first script of every page but the visitors'. The build writes the application's address into the page.
startPage(
  () =>
    import(/* @vite-ignore */ document.querySelector<HTMLLinkElement>('link[rel=modulepreload]')?.href ?? ''),
)
