import { ActionIcon, Group, Text, Title } from '@mantine/core'
import { IconFileDescription, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { confirm } from '~/components/confirm'
import { formatDateTime } from '~/lib/dates'
import { t } from '~/lib/language'
import classes from './DraftList.module.css'
import { type DraftSummary, draftsQuery, useDraftDeletion } from './queries'

/** Events that are not published yet; nothing without any. The list below waits for them. */
export function DraftList() {
  const { t } = useTranslation()
  const drafts = useQuery(draftsQuery)
  if (drafts.isPending) return <div data-waiting />
  if (!drafts.data || drafts.data.length === 0) return null
  return (
    <section className={classes.drafts} aria-labelledby="drafts-heading">
      <Title order={2} fz="md" mb="xs" id="drafts-heading">
        {t('events.draft.title')}
      </Title>
      <ul className={classes.list}>
        {drafts.data.map((draft) => (
          <DraftRow key={draft.id} draft={draft} />
        ))}
      </ul>
    </section>
  )
}

function DraftRow({ draft: { id, title, updatedAt } }: { draft: DraftSummary }) {
  const { t } = useTranslation()
  const deletion = useDraftDeletion()
  const name = title || t('events.draft.untitled')
  return (
    <li className={classes.row}>
      <IconFileDescription size={20} stroke={1.5} aria-hidden className={classes.icon} />
      <div className={classes.words}>
        <Link to="/event-management/add-new" search={{ draft: id }} className={classes.link}>
          {name}
        </Link>
        <Text size="sm" c="dimmed">
          {t('events.draft.saved', { date: formatDateTime(updatedAt) })}
        </Text>
      </div>
      <Group gap="xs">
        <ActionIcon
          variant="subtle"
          color="red"
          size={40}
          aria-label={t('events.draft.deleteNamed', { title: name })}
          loading={deletion.isPending}
          onClick={() => void askToDelete(name).then((agreed) => agreed && deletion.mutate(id))}
        >
          <IconTrash size={18} />
        </ActionIcon>
      </Group>
    </li>
  )
}

function askToDelete(title: string) {
  return confirm({
    title: t('events.draft.delete.title'),
    message: t('events.draft.delete.message', { title }),
    confirm: t('common.delete'),
    dangerous: true,
  })
}
