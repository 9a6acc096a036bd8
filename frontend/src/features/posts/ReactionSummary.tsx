import { Group, Modal, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorState } from '~/components/ErrorState'
import { FilterChip } from '~/components/FilterChip'
import { LoadMore } from '~/components/LoadMore'
import { Faces, PersonAvatar } from '~/components/PersonAvatar'
import { useFocusBack } from '~/components/useFocusBack'
import { formatNumber } from '~/lib/numbers'
import { useSession } from '~/lib/session'
import { useAuthorName } from './AuthorLine'
import classes from './Posts.module.css'
import { type Post, type ReactionKind, reactionsQuery } from './queries'
import { Emoji } from './ReactionButton'

/** The faces and the kinds of reactions that stand under a post, and the people who are named; a list has them all. */
const FACES = 3
const NAMED = 2

/** Says who reacted to a post and how; a press lists everyone. Nothing without reactions. */
export function ReactionSummary({ post }: { post: Post }) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const [isOpen, setOpen] = useState(false)
  const { counts, own, people } = post.reactions
  const total = counts.reduce((sum, { count }) => sum + count, 0)
  if (total === 0) return null
  const faces = own && profile ? [profile, ...people] : people
  const kinds = counts.map(
    ({ kind, count }) => `${t(`posts.reactions.kinds.${kind}`)}: ${formatNumber(count)}`,
  )
  return (
    <>
      <UnstyledButton className={classes.reacted} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Faces>
          {faces.slice(0, FACES).map(({ id, fullName, avatar }) => (
            <PersonAvatar key={id} fullName={fullName} src={avatar} size={26} />
          ))}
        </Faces>
        <span className={classes.kinds} aria-hidden>
          {counts.slice(0, FACES).map(({ kind }) => (
            <Emoji key={kind} kind={kind} />
          ))}
        </span>
        <Text component="span" size="sm" c="dimmed">
          <Who post={post} total={total} />
        </Text>
        {/* Parts the kinds from the names for tools that read the text alone. */ ' '}
        <VisuallyHidden>({kinds.join(', ')})</VisuallyHidden>
      </UnstyledButton>
      {isOpen && <Reactors post={post} onClose={() => setOpen(false)} />}
    </>
  )
}

/** Such as "You, Lan and 12 others". */
function Who({ post, total }: { post: Post; total: number }) {
  const { t } = useTranslation()
  const { own, people } = post.reactions
  const names = people.map(({ fullName }) => fullName)
  if (own) names.unshift(t('posts.reactions.you'))
  const [first, second] = names.slice(0, Math.min(NAMED, total))
  const others = (named: number) => {
    const count = total - named
    return { count, number: formatNumber(count) }
  }
  if (!first) return t('posts.reactions.people', others(0))
  if (!second && total === 1) return first
  if (!second) return t('posts.reactions.others', { names: first, ...others(1) })
  if (total === NAMED) return t('posts.reactions.two', { first, second })
  return t('posts.reactions.others', { names: `${first}, ${second}`, ...others(NAMED) })
}

/** The people who reacted to a post, the last first. */
function Reactors({ post, onClose }: { post: Post; onClose: () => void }) {
  const { t } = useTranslation()
  useFocusBack()
  const [chosen, choose] = useState<ReactionKind>()
  const { counts } = post.reactions
  // A kind of which the last is taken back meanwhile has no chip with which it could be left.
  const shown = counts.some(({ kind }) => kind === chosen) ? chosen : undefined
  const list = useInfiniteQuery(reactionsQuery(post.group.id, post.id, shown))
  const nameOf = useAuthorName()
  const reactions = list.data?.pages.flatMap(({ items }) => items)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('posts.reactions.title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {counts.length > 1 && (
        <Group gap="xs" mb="sm">
          {counts.map(({ kind, count }) => (
            <FilterChip
              key={kind}
              label={
                <>
                  <Emoji kind={kind} /> {t(`posts.reactions.kinds.${kind}`)}
                </>
              }
              count={formatNumber(count)}
              pressed={kind === shown}
              onClick={() => choose(kind === shown ? undefined : kind)}
            />
          ))}
        </Group>
      )}
      {!reactions && list.error && <ErrorState error={list.error} onRetry={() => void list.refetch()} />}
      {!reactions && !list.error && <Skeleton height={160} radius="md" />}
      {reactions && (
        <ul className={classes.reactors} aria-label={t('posts.reactions.title')}>
          {reactions.map(({ kind, person }, at) => (
            <li key={person?.id ?? at} className={classes.reactor}>
              <PersonAvatar fullName={nameOf(person)} src={person?.avatar} size={32} />
              <Text component="span" flex={1}>
                {nameOf(person)}
              </Text>
              <Emoji kind={kind} />
              <VisuallyHidden>{t(`posts.reactions.kinds.${kind}`)}</VisuallyHidden>
            </li>
          ))}
        </ul>
      )}
      <LoadMore list={list} label={t('posts.reactions.more')} />
    </Modal>
  )
}
