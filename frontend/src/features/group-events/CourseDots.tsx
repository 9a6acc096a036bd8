import { VisuallyHidden } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { formatDate } from '~/lib/dates'
import classes from './CourseDots.module.css'
import { dotsOf } from './cards'
import type { SeriesCourse } from './queries'

const GLYPHS = { cancelled: IconX, registered: IconCheck, plain: null }

/** A series as a line of dots, one for each meeting. Shape and sign tell them apart, and each is said in words. */
export function CourseDots({ course, title }: { course: SeriesCourse; title: string }) {
  const { t } = useTranslation()
  return (
    <ol className={classes.dots} aria-label={t('groupEvents.course.label', { title })}>
      {dotsOf(course).map(({ day, time, look }) => {
        const Glyph = GLYPHS[look]
        const states = [t(`groupEvents.course.${time}`), look !== 'plain' && t(`groupEvents.course.${look}`)]
        const words = t('groupEvents.course.meeting', {
          date: formatDate(day.eventStartDate),
          states: states.filter(Boolean).join(', '),
        })
        return (
          <li key={day.id} className={classes.dot} data-time={time} data-look={look} title={words}>
            {Glyph && <Glyph size={12} stroke={3} aria-hidden />}
            <VisuallyHidden>{words}</VisuallyHidden>
          </li>
        )
      })}
    </ol>
  )
}
