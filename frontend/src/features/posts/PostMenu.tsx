import { Menu } from '@mantine/core'
import {
  IconEdit,
  IconFlag,
  IconLock,
  IconLockOpen,
  IconPin,
  IconPinnedOff,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '~/components/ActionsMenu'
import { DangerItem } from '~/components/DangerItem'
import { EditPostModal } from './EditPostModal'
import type { Post } from './queries'
import { ReportModal } from './ReportModal'
import { usePostActions } from './usePostActions'

interface PostMenuProps {
  post: Post
  onRemoved?: () => void
}

/** The caller's actions on a post; not shown if there are none. */
export function PostMenu({ post, onRemoved }: PostMenuProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'edit' | 'report' | null>(null)
  const { toggleClosed, togglePinned, remove, isBusy } = usePostActions(post, onRemoved)
  const { canEdit, canClose, canPin, canRemove, canReport } = post.rights
  if (!canEdit && !canClose && !canPin && !canRemove && !canReport) return null
  return (
    <>
      <ActionsMenu label={t('posts.menu.label')} width={240} isPending={isBusy}>
        {canEdit && (
          <Menu.Item leftSection={<IconEdit size={18} />} onClick={() => setOpen('edit')}>
            {t('posts.menu.edit')}
          </Menu.Item>
        )}
        {canPin && (
          <Menu.Item
            leftSection={post.isPinned ? <IconPinnedOff size={18} /> : <IconPin size={18} />}
            onClick={togglePinned}
          >
            {t(post.isPinned ? 'posts.menu.unpin' : 'posts.menu.pin')}
          </Menu.Item>
        )}
        {canClose && (
          <Menu.Item
            leftSection={post.isClosed ? <IconLockOpen size={18} /> : <IconLock size={18} />}
            onClick={() => void toggleClosed()}
          >
            {t(post.isClosed ? 'posts.menu.reopen' : 'posts.menu.close')}
          </Menu.Item>
        )}
        {canReport && (
          <Menu.Item leftSection={<IconFlag size={18} />} onClick={() => setOpen('report')}>
            {t('posts.menu.report')}
          </Menu.Item>
        )}
        {canRemove && (
          <DangerItem leftSection={<IconTrash size={18} />} onClick={() => void remove()}>
            {t('posts.menu.remove')}
          </DangerItem>
        )}
      </ActionsMenu>
      {open === 'edit' && <EditPostModal post={post} onClose={() => setOpen(null)} />}
      {open === 'report' && (
        <ReportModal groupId={post.group.id} postId={post.id} onClose={() => setOpen(null)} />
      )}
    </>
  )
}
