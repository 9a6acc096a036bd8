import { Button, Group, Stack, Tabs } from '@mantine/core'
import { IconArrowLeft, IconCalendarEvent, IconClipboardList } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageButton } from '~/components/LanguageButton'
import { PageHeader } from '~/components/PageHeader'
import { useKeptText } from '~/components/useKept'
import { EventPicker } from '~/features/events/EventPicker'
import classes from './ChooseScreen.module.css'
import { FreeDraw } from './FreeDraw'
import { PasteForm } from './PasteForm'
import type { ChooseSearch } from './search'

interface ChooseScreenProps {
  search: ChooseSearch
  onSearch: (next: ChooseSearch, replace: boolean) => void
}

/** The lucky draw without an event: choose one, or paste a list. */
export function ChooseScreen({ search, onSearch }: ChooseScreenProps) {
  const { t } = useTranslation()
  const [names, setNames] = useState<string[] | null>(null)
  const [text, setText] = useState('')
  useKeptText('list', text, '', setText)
  if (names) return <FreeDraw names={names} onBack={() => setNames(null)} />
  return (
    <div className={classes.page}>
      <Group justify="space-between" mb="md">
        <Button
          variant="subtle"
          leftSection={<IconArrowLeft size={18} />}
          component={Link}
          to="/event-management"
        >
          {t('luckyDraw.choose.back')}
        </Button>
        <LanguageButton />
      </Group>
      <PageHeader
        title={t('shell.title.luckyDraw')}
        description={t('luckyDraw.choose.description')}
        guide="organiser.draw"
      />
      <Tabs
        value={search.tab ?? 'event'}
        onChange={(tab) => onSearch({ ...search, tab: tab === 'list' ? 'list' : undefined }, false)}
      >
        <Tabs.List>
          <Tabs.Tab value="event" leftSection={<IconCalendarEvent size={18} />}>
            {t('luckyDraw.choose.event')}
          </Tabs.Tab>
          <Tabs.Tab value="list" leftSection={<IconClipboardList size={18} />}>
            {t('luckyDraw.choose.list')}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="event" pt="md">
          <EventPicker to="/lucky-draw/$eventId" isCancelled={false} search={search} onSearch={onSearch} />
        </Tabs.Panel>
        <Tabs.Panel value="list" pt="md">
          <Stack maw={640}>
            <PasteForm text={text} onText={setText} onStart={setNames} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
    </div>
  )
}
