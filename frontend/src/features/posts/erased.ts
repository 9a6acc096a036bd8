import type { PostAuthor } from './queries'

/** Whether an erased account left nothing but the place of what it wrote: the server keeps a dash as its text. */
export const isErased = ({ author, text }: { author: PostAuthor | null; text: string }) =>
  author === null && text === '—'
