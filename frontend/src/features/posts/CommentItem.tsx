import { ActionIcon, Button, Group, Menu, Stack, Text, Textarea } from '@mantine/core'
import { IconDots, IconEdit, IconFlag, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DangerItem } from '~/components/DangerItem'
import { PersonAvatar } from '~/components/PersonAvatar'
import { useKeptText } from '~/components/useKept'
import { useScrolledTo } from '~/components/useScrolledTo'
import { lengthOf } from '~/lib/fieldLengths'
import { formatNumber } from '~/lib/numbers'
import { useSession } from '~/lib/session'
import { useAuthorName, When } from './AuthorLine'
import { LONGEST_COMMENT } from './bounds'
import { CommentForm } from './CommentForm'
import { isErased } from './erased'
import classes from './Posts.module.css'
import { PostText } from './PostText'
import type { Comment, Post } from './queries'
import { ReportModal } from './ReportModal'
import { useCommentActions } from './useCommentActions'

interface CommentItemProps {
  post: Post
  comment: Comment
  /** Whether the address leads to it. */
  isMarked: boolean
}

export function CommentItem({ post, comment, isMarked }: CommentItemProps) {
  const { t } = useTranslation()
  const place = useScrolledTo<HTMLLIElement>(isMarked)
  const mark = { ref: place, 'data-marked': isMarked || undefined, 'aria-current': isMarked || undefined }
  const [open, setOpen] = useState<'edit' | 'report' | 'reply' | null>(null)
  const close = () => setOpen(null)
  const { toggleLike, isRemoving, remove } = useCommentActions(post, comment)
  const name = useAuthorName()(comment.author)
  if (comment.isRemoved)
    return (
      <li className={classes.comment} {...mark}>
        <Text c="dimmed" fs="italic">
          {t('posts.comment.removed')}
        </Text>
      </li>
    )
  const { likeCount, isLiked } = comment
  return (
    <li className={classes.comment} data-answer={comment.parentId ?? undefined} {...mark}>
      <PersonAvatar src={comment.author?.avatar} fullName={name} size={32} />
      <div className={classes.bubble}>
        {open === 'edit' ? (
          <CommentEditor post={post} comment={comment} onClose={close} />
        ) : (
          <div className={classes.words}>
            <Text fw={600} size="sm">
              {name}
            </Text>
            {isErased(comment) ? (
              <Text c="dimmed" fs="italic">
                {t('posts.erased')}
              </Text>
            ) : (
              <PostText text={comment.text} />
            )}
          </div>
        )}
        <Group gap="xs" mt={2}>
          <Text size="sm" c="dimmed" component="span">
            <When at={comment.createdAt} />
            {comment.editedAt && !isErased(comment) && ` · ${t('posts.edited')}`}
          </Text>
          {(post.rights.canAnswer || likeCount > 0) && (
            <Button
              variant="subtle"
              size="compact-sm"
              color={isLiked ? 'red' : 'gray'}
              aria-pressed={isLiked}
              disabled={!post.rights.canAnswer}
              onClick={toggleLike}
            >
              {t('posts.like.action')}
              {likeCount > 0 && ` · ${formatNumber(likeCount)}`}
            </Button>
          )}
          {post.rights.canAnswer && (
            <Button
              variant="subtle"
              size="compact-sm"
              color="gray"
              aria-expanded={open === 'reply'}
              onClick={() => setOpen(open === 'reply' ? null : 'reply')}
            >
              {t('posts.comment.reply')}
            </Button>
          )}
          <CommentMenu
            comment={comment}
            name={name}
            isBusy={isRemoving}
            onEdit={() => setOpen('edit')}
            onReport={() => setOpen('report')}
            onRemove={() => void remove()}
          />
        </Group>
        {open === 'reply' && <CommentForm post={post} to={comment} onSent={close} />}
        {open === 'report' && (
          <ReportModal groupId={post.group.id} postId={post.id} commentId={comment.id} onClose={close} />
        )}
      </div>
    </li>
  )
}

interface CommentMenuProps extends Pick<CommentItemProps, 'comment'> {
  name: string
  isBusy: boolean
  onEdit: () => void
  onReport: () => void
  onRemove: () => void
}

function CommentMenu({ comment, name, isBusy, onEdit, onReport, onRemove }: CommentMenuProps) {
  const { t } = useTranslation()
  const { profile } = useSession()
  const { canEdit, canRemove } = comment.rights
  // Administrators cannot report: they are not members of groups, and remove comments themselves.
  const canReport = comment.author?.id !== profile?.id && profile?.role === 'COMMITTEE'
  if (!canEdit && !canRemove && !canReport) return null
  return (
    <Menu position="bottom-end" width={200}>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size={28}
          aria-label={t('posts.comment.actionsOf', { name })}
          loading={isBusy}
        >
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {canEdit && (
          <Menu.Item leftSection={<IconEdit size={18} />} onClick={onEdit}>
            {t('posts.comment.edit')}
          </Menu.Item>
        )}
        {canReport && (
          <Menu.Item leftSection={<IconFlag size={18} />} onClick={onReport}>
            {t('posts.menu.report')}
          </Menu.Item>
        )}
        {canRemove && (
          <DangerItem leftSection={<IconTrash size={18} />} onClick={onRemove}>
            {t('posts.comment.remove')}
          </DangerItem>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

interface CommentEditorProps {
  post: Post
  comment: Comment
  onClose: () => void
}

function CommentEditor({ post, comment, onClose }: CommentEditorProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(comment.text)
  useKeptText(`edit comment ${comment.id}`, text, comment.text, setText)
  const { save, isSaving } = useCommentActions(post, comment)
  const isTooLong = lengthOf(text) > LONGEST_COMMENT
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '' && !isTooLong && !isSaving) save(text, onClose)
      }}
    >
      <Stack gap="xs">
        <Textarea
          aria-label={t('posts.comment.edit')}
          autosize
          autoFocus
          value={text}
          error={isTooLong && t('common.invalid.tooLong', { max: LONGEST_COMMENT })}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <Group gap="xs">
          <Button type="submit" size="compact-md" loading={isSaving} disabled={text.trim() === ''}>
            {t('posts.comment.save')}
          </Button>
          <Button size="compact-md" variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
