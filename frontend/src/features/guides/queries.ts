import { queryOptions } from '@tanstack/react-query'
import type { Language } from '~/lib/languages'
import type { Guide, GuideName } from './guide'

const FILES = import.meta.glob<Guide>('../../../../docs/guides/*/*.md', { import: 'default' })

/** A guide comes with the program, so it is loaded once and needs no internet. */
export const guideQuery = (language: Language, name: GuideName) =>
  queryOptions({
    queryKey: ['guide', language, name],
    queryFn: async () => {
      const load = FILES[`../../../../docs/guides/${language}/${name}.md`]
      if (!load) throw new Error(`There is no guide ${name} in ${language}`)
      return load()
    },
    staleTime: Number.POSITIVE_INFINITY,
    networkMode: 'always',
  })
