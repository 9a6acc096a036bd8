import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { LiveNotification } from '~/lib/liveNotifications'
import { groupQuery, myGroupsQuery, refreshNotifiedGroup } from './queries'

/** Which of my groups, this group and another group are refetched. */
async function refetched(type: LiveNotification['type'], link: string) {
  const client = new QueryClient()
  const keys = [myGroupsQuery.queryKey, groupQuery('here').queryKey, groupQuery('elsewhere').queryKey]
  for (const key of keys) client.setQueryData(key as unknown[], {})
  await refreshNotifiedGroup(client, { id: '1', type, title: '', content: '', link, browser: false })
  return keys.map((key) => client.getQueryState(key)?.isInvalidated)
}

test('a notification refetches the shown data of its group', async () => {
  expect(await refetched('joinRequest.created', '/my-group/here')).toEqual([true, true, false])
  expect(await refetched('post.pending', '/my-group/here/a-post')).toEqual([true, true, false])
  expect(await refetched('point.pending', '/my-group/here?tab=statistics')).toEqual([true, true, false])
})

test('an invitation refetches my groups', async () => {
  expect((await refetched('invitation.created', '/my-group?invitation=r1'))[0]).toBe(true)
})

test('a removed member sees no group on any open page', async () => {
  expect(await refetched('member.removed', '/my-group')).toEqual([true, true, true])
})

test('posts of others do not refetch the lists', async () => {
  expect(await refetched('post.new', '/my-group/here/a-post')).toEqual([false, false, false])
})

test('notifications of events refetch no group', async () => {
  expect(await refetched('registration.new', '/participant-management?eventId=1')).toEqual([
    false,
    false,
    false,
  ])
})
