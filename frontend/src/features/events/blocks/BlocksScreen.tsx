import { Anchor, Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDeviceFloppy, IconExternalLink } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { BottomBar } from '~/components/BottomBar'
import { ErrorState } from '~/components/ErrorState'
import { PageHeader } from '~/components/PageHeader'
import { previewPath } from '~/lib/paths'
import { LOGGED_IN_TAB } from '~/lib/tokens'
import { EventHeader } from '../EventHeader'
import { type Event, type EventPage, editedPageQuery, eventQuery } from '../queries'
import classes from './blocks.module.css'
import type { Block } from './editedBlocks'
import { ProgrammeEditor } from './ProgrammeEditor'
import { QuestionsEditor } from './QuestionsEditor'
import { SpeakersEditor } from './SpeakersEditor'
import { SponsorsEditor } from './SponsorsEditor'
import { useBlocksEditor } from './useBlocksEditor'

/**
 * The blocks that the organiser may add to the event's public page: programme, speakers, questions with answers,
 * sponsors.
 */
export function BlocksScreen({ eventId }: { eventId: string }) {
  const { t } = useTranslation()
  const event = useQuery(eventQuery(eventId))
  const page = useQuery(editedPageQuery(eventId))
  const error = event.error ?? page.error
  if (error) {
    const retry = () => void Promise.all([event.refetch(), page.refetch()])
    return (
      <>
        <PageHeader title={t('shell.event.page')} />
        <ErrorState error={error} onRetry={retry} />
      </>
    )
  }
  if (!event.data || !page.data) {
    return (
      <div role="status" aria-label={t('common.table.loading')}>
        <PageHeader title={t('shell.event.page')} />
        <Skeleton height={320} />
      </div>
    )
  }
  if (event.data.isCancelled)
    return <EventHeader event={event.data} entry="page" description={t('events.cancelled.description')} />
  return <PageEditor event={event.data} loaded={page.data} />
}

function PageEditor({ event, loaded }: { event: Event; loaded: EventPage }) {
  const { t } = useTranslation()
  const { editorOf, page, save, isSaving, form, notice } = useBlocksEditor(event.id, loaded)
  return (
    <>
      <EventHeader
        event={event}
        entry="page"
        description={
          <Group gap="xs">
            {t('events.page.description')}
            <Anchor href={previewPath(event.id)} {...LOGGED_IN_TAB}>
              {t('events.page.preview')} <IconExternalLink size={14} aria-hidden />
            </Anchor>
          </Group>
        }
      />
      {notice}
      <form
        ref={form}
        noValidate
        onSubmit={(submit) => {
          submit.preventDefault()
          save()
        }}
      >
        <div className={classes.blocks}>
          <Section block="programme" isEmpty={page.programme.length === 0}>
            <ProgrammeEditor editor={editorOf('programme')} speakers={page.speakers} event={event} />
          </Section>
          <Section block="speakers" isEmpty={page.speakers.length === 0}>
            <SpeakersEditor editor={editorOf('speakers')} />
          </Section>
          <Section block="questions" isEmpty={page.questions.length === 0}>
            <QuestionsEditor editor={editorOf('questions')} />
          </Section>
          <Section block="sponsors" isEmpty={page.sponsors.length === 0}>
            <SponsorsEditor editor={editorOf('sponsors')} />
          </Section>
        </div>
        <BottomBar>
          <Group justify="flex-end">
            <Button type="submit" leftSection={<IconDeviceFloppy size={16} />} loading={isSaving}>
              {t('common.save')}
            </Button>
          </Group>
        </BottomBar>
      </form>
    </>
  )
}

interface SectionProps {
  block: Block
  isEmpty: boolean
  children: React.ReactNode
}

function Section({ block, isEmpty, children }: SectionProps) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby={`block-${block}`}>
      <Title order={2} id={`block-${block}`}>
        {t(`events.page.${block}.title`)}
      </Title>
      <Stack gap="sm" mt={4}>
        <Text c="dimmed">{t(isEmpty ? `events.page.${block}.empty` : `events.page.${block}.hint`)}</Text>
        {children}
      </Stack>
    </section>
  )
}
