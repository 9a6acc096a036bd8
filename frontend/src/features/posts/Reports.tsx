import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconCheck, IconExternalLink, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { toast } from '~/components/toast'
import { useScrolledTo } from '~/components/useScrolledTo'
import { answer, api } from '~/lib/api'
import { useAuthorName } from './AuthorLine'
import { PostImages } from './PostImages'
import classes from './Posts.module.css'
import { PostText } from './PostText'
import { type Reported, refreshPosts, reportsQuery } from './queries'

interface ReportsProps {
  groupId: string
  /** The post or comment to which a notification leads: it is scrolled to and marked. */
  marked: string | undefined
}

/** The posts and comments that members reported, with buttons to remove or keep them; nothing if there are none. */
export function Reports({ groupId, marked }: ReportsProps) {
  const { t } = useTranslation()
  const { data: reported } = useQuery(reportsQuery(groupId))
  const isResolved = marked !== undefined && reported?.every((one) => targetOf(one) !== marked)
  if (!reported || (reported.length === 0 && !isResolved)) return null
  return (
    <Stack component="section" gap="md" aria-labelledby="reported">
      <Title order={2} fz="lg" id="reported">
        {t('posts.reports.title')}
      </Title>
      {isResolved && <Text c="dimmed">{t('posts.reports.resolved')}</Text>}
      <ul className={classes.list}>
        {reported.map((one) => (
          <ReportedItem key={one.id} groupId={groupId} reported={one} isMarked={targetOf(one) === marked} />
        ))}
      </ul>
    </Stack>
  )
}

const targetOf = ({ postId, commentId }: Reported) => commentId ?? postId

interface ReportedItemProps {
  groupId: string
  reported: Reported
  isMarked: boolean
}

function ReportedItem({ groupId, reported, isMarked }: ReportedItemProps) {
  const { t } = useTranslation()
  const card = useScrolledTo<HTMLLIElement>(isMarked)
  const name = useAuthorName()(reported.author)
  const { keep, remove, isBusy } = useReported(groupId, reported, name)
  const { postId, commentId } = reported
  return (
    <li
      className={classes.card}
      ref={card}
      data-marked={isMarked || undefined}
      aria-current={isMarked || undefined}
    >
      <Text fw={600}>{t(commentId ? 'posts.reports.comment' : 'posts.reports.post', { name })}</Text>
      <PostText text={reported.text} />
      <PostImages images={reported.images} author={name} />
      <Stack gap={4}>
        {reported.reports.map(({ reporterName, reason, createdAt }) => (
          <Text key={createdAt + reporterName} size="sm" c="dimmed">
            {t('posts.reports.by', { name: reporterName, reason })}
          </Text>
        ))}
      </Stack>
      <Group gap="sm">
        <Button leftSection={<IconCheck size={18} />} variant="default" loading={isBusy} onClick={keep}>
          {t('posts.reports.keep')}
        </Button>
        <Button
          color="red"
          variant="light"
          leftSection={<IconTrash size={18} />}
          disabled={isBusy}
          onClick={() => void remove()}
        >
          {t('posts.reports.remove')}
        </Button>
        <Button
          variant="subtle"
          leftSection={<IconExternalLink size={18} />}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/my-group/$groupId/$postId"
              params={{ groupId, postId }}
              search={{ comment: commentId ?? undefined }}
            />
          )}
        >
          {t('posts.reports.open')}
        </Button>
      </Group>
    </li>
  )
}

function useReported(groupId: string, { id, postId, commentId }: Reported, name: string) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const onSettled = () => refreshPosts(queryClient, groupId)
  const keep = useMutation({
    mutationFn: () =>
      answer(api.PUT('/group/{groupId}/report/{id}/resolve', { params: { path: { groupId, id } } })),
    onSuccess: () => toast.done(t('posts.done.kept', { name })),
    onSettled,
  })
  const remove = useMutation({
    mutationFn: () =>
      answer(
        commentId
          ? api.DELETE('/group/{groupId}/post/{postId}/comment/{id}', {
              params: { path: { groupId, postId, id: commentId } },
            })
          : api.DELETE('/group/{groupId}/post/{postId}', { params: { path: { groupId, postId } } }),
      ),
    onSuccess: () => toast.done(t(`posts.done.${commentId ? 'commentRemoved' : 'removed'}`, { name })),
    onSettled,
  })
  return {
    keep: () => keep.mutate(),
    remove: async () => {
      const agreed = await confirm({
        title: t(commentId ? 'posts.comment.confirmRemove.title' : 'posts.remove.title'),
        message: t(commentId ? 'posts.comment.confirmRemove.message' : 'posts.remove.message'),
        confirm: t('posts.reports.remove'),
        dangerous: true,
      })
      if (agreed) remove.mutate()
    },
    isBusy: keep.isPending || remove.isPending,
  }
}
