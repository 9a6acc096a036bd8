import { Select, Stack, Text, UnstyledButton } from '@mantine/core'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PersonAvatar } from '~/components/PersonAvatar'
import { groupQuery, type MyGroup, myGroupsQuery } from '~/features/groups/queries'
import { randomKey } from '~/lib/randomKey'
import { useSession } from '~/lib/session'
import { Composer, SENDING } from './Composer'
import { isBegun, readPostDraft } from './draft'
import classes from './Posts.module.css'

/** Writes a post into one of the reader's groups; absent where there is none to write into. */
export function FeedComposer() {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { data } = useQuery(myGroupsQuery)
  const [isOpen, setOpen] = useState(false)
  const groups = data?.filter(({ archivedAt }) => !archivedAt) ?? []
  const [first] = groups
  if (!first) return null
  if (isOpen) return <OpenComposer groups={groups} first={first} />
  return (
    <UnstyledButton className={classes.begin} onClick={() => setOpen(true)}>
      <PersonAvatar src={profile?.avatar} fullName={profile?.fullName ?? ''} />
      <Text component="span" c="dimmed">
        {t('posts.compose.placeholder')}
      </Text>
    </UnstyledButton>
  )
}

/** A post that is begun. One that is not for the chosen group is hidden, so that its uploads go on. */
interface Begun {
  key: string
  groupId: string
}

function OpenComposer({ groups, first }: { groups: readonly MyGroup[]; first: MyGroup }) {
  const { t } = useTranslation()
  const [chosen, choose] = useState(first.id)
  const group = groups.find(({ id }) => id === chosen) ?? first
  const [begun, setBegun] = useState<Begun[]>(() => [{ key: randomKey(), groupId: first.id }])
  // The group of the shown post is gone when the caller was removed from it.
  const composers = begun.some(({ groupId }) => groupId === group.id)
    ? begun
    : [...begun, { key: group.id, groupId: group.id }]
  const { data } = useQuery(groupQuery(group.id))
  const place = useRef<HTMLDivElement>(null)
  /** The keys of the composers in which a post is begun. */
  const filled = useRef(new Set<string>())
  const isSending = useIsMutating({ mutationKey: SENDING }) > 0
  /** The written post goes along, unless another one is begun there; an empty composer there makes room for it. */
  const move = (id: string) => {
    const there = composers.find(({ groupId }) => groupId === id)
    const isTaken = there ? filled.current.has(there.key) : isBegun(readPostDraft(id))
    if (!isTaken)
      setBegun(
        composers
          .filter((one) => one !== there)
          .map((one) => (one.groupId === group.id ? { ...one, groupId: id } : one)),
      )
    else setBegun(there ? composers : [...composers, { key: randomKey(), groupId: id }])
    choose(id)
  }
  // The field takes the place of the button that was pressed.
  useEffect(() => place.current?.querySelector('textarea')?.focus(), [])
  return (
    <Stack gap="xs" ref={place}>
      <Select
        label={t('posts.compose.group')}
        data={groups.map(({ id, name }) => ({ value: id, label: name }))}
        value={group.id}
        allowDeselect={false}
        disabled={isSending}
        onChange={(id) => id && id !== group.id && move(id)}
      />
      {composers.map(({ key, groupId }) => (
        <div key={key} hidden={groupId !== group.id}>
          <Composer
            groupId={groupId}
            mayWait={group.myRole === 'member' && data?.details?.postApproval === 'all'}
            onFilled={(isFilled) => (isFilled ? filled.current.add(key) : filled.current.delete(key))}
          />
        </div>
      ))}
    </Stack>
  )
}
