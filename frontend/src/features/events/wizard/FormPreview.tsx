import { Checkbox, Image, Radio, Stack, Text, TextInput } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { isColour, textOn } from '~/lib/contrast'
import { formatDateTime } from '~/lib/dates'
import { sized } from '~/lib/pictureSizes'
import { isRequired } from '~/lib/questions'
import classes from './FormPreview.module.css'
import { useWizardContext } from './fields'
import { filled, type Question, questionText, shownQuestions } from './questions'

/** A read-only preview of the registration form. */
export function FormPreview() {
  const { t } = useTranslation()
  const { event, formScheme } = useWizardContext().state
  const ground = isColour(event.backgroundColor) ? event.backgroundColor : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling by keyboard needs the focus inside.
    <section className={classes.frame} aria-labelledby="preview-heading" tabIndex={0}>
      <div inert>
        {event.coverImage && <Image {...sized(event.coverImage, '440px')} alt="" className={classes.cover} />}
        <div
          className={classes.head}
          style={ground === undefined ? undefined : { background: ground, color: textOn(ground).colour }}
        >
          <Text fw={600} className={classes.title}>
            {event.title || t('events.field.title')}
          </Text>
          {event.eventStartDate && <Text size="sm">{formatDateTime(event.eventStartDate)}</Text>}
          {event.venueAddress && <Text size="sm">{event.venueAddress}</Text>}
        </div>
        <Stack gap="md" p="md">
          {shownQuestions(formScheme, event).map((question) => (
            <Preview key={question.id} question={question} />
          ))}
        </Stack>
      </div>
    </section>
  )
}

function Preview({ question }: { question: Question }) {
  const { t } = useTranslation()
  const text = questionText(question) || t('events.form.untitled')
  return (
    <div>
      {question.image && <Image src={question.image} alt="" className={classes.illustration} mb="xs" />}
      {question.type === 'READ_ONLY' ? (
        <Text className={classes.text}>{text}</Text>
      ) : (
        <>
          <Text size="sm" fw={500} className={classes.text}>
            {text}
            {isRequired(question) && <span className={classes.star}> *</span>}
          </Text>
          <Answer question={question} text={text} />
        </>
      )}
    </div>
  )
}

function Answer({ question: { id, type, choices }, text }: { question: Question; text: string }) {
  const { t } = useTranslation()
  if (type === 'IMAGE') {
    return (
      <div className={classes.upload}>
        <IconPhotoUp size={18} aria-hidden /> {t('common.upload.choose')}
      </div>
    )
  }
  if (type === 'ONE_CHOICE' || type === 'MULTIPLE_CHOICE') {
    const Box = type === 'ONE_CHOICE' ? Radio : Checkbox
    return (
      <Stack gap="xs" mt="xs">
        {filled(choices).map((choice) => (
          <Box key={choice} label={choice} name={`preview-${id}`} />
        ))}
      </Stack>
    )
  }
  return <TextInput mt={4} aria-label={text} readOnly />
}
