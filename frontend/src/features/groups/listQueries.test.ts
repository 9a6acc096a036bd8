import { expect, test } from 'vitest'
import { committeesQuery } from '~/features/committees/queries'
import { plansQuery } from '~/features/plans/queries'
import { mailsQuery } from '~/features/system/queries'
import { groupListQuery, membersQuery } from './queries'

/** The router keeps what mails and social networks add to an address; the API refuses a parameter that it does not have. */
test('a list sends only parameters that the API knows', () => {
  const search = { search: 'sen', page: 2, fbclid: 'x', utm_source: 'mail' }
  for (const { queryKey } of [
    plansQuery(search),
    committeesQuery(search),
    mailsQuery({ tab: 'mails' as const, ...search }),
    groupListQuery(search),
    membersQuery('g', search),
  ]) {
    const query: unknown = queryKey.at(-1)
    expect(query).toMatchObject({ search: 'sen', page: 2, limit: expect.any(Number) })
    expect(query).not.toHaveProperty('fbclid')
    expect(query).not.toHaveProperty('utm_source')
    expect(query).not.toHaveProperty('tab')
  }
})
