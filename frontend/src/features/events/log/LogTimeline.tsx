import { Text, Timeline } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { formatDateTime } from '~/lib/dates'
import { LogEntryText } from './LogEntryText'

type EventLogEntry = components['schemas']['EventLogEntry']

interface LogTimelineProps {
  entries: EventLogEntry[]
  /** Shown after the last entry. */
  children?: React.ReactNode
}

/** Entries of a log, newest first, each with its actor or device, and its time. */
export function LogTimeline({ entries, children }: LogTimelineProps) {
  return (
    <Timeline bulletSize={16} lineWidth={2} styles={{ itemTitle: { lineHeight: 1.45 } }}>
      {entries.map((entry) => (
        <Timeline.Item key={entry.id} title={<LogEntryText {...entry} />}>
          <Byline {...entry} />
        </Timeline.Item>
      ))}
      {children}
    </Timeline>
  )
}

function Byline({ action, actorName, data, createdAt }: EventLogEntry) {
  const { t } = useTranslation()
  const { device } = data as { device?: string | null }
  // A scheduled message has no actor; a visitor's own actions name the visitor.
  const nobody = action.startsWith('message.') && t('events.log.system')
  const parts = [actorName ?? nobody, device, formatDateTime(createdAt)]
  return (
    <Text size="sm" c="dimmed">
      {parts.filter(Boolean).join(' · ')}
    </Text>
  )
}
