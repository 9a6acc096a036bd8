import { Checkbox, Image, Radio, Stack, Text, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { IconPhotoUp } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coverColours } from '~/lib/coverColours'
import { formatDateTime } from '~/lib/dates'
import { paletteStyle } from '~/lib/palette'
import { sized } from '~/lib/pictureSizes'
import { isRequired } from '~/lib/questions'
import classes from './FormPreview.module.css'
import { useWizardContext } from './fields'
import { filled, type Question, questionText, shownQuestions } from './questions'

/** The head of the public page in its colours, whose parts lead to their fields, above the form, which is only shown. */
export function FormPreview() {
  const { event, formScheme } = useWizardContext().state
  const { title, eventStartDate, venueAddress, coverImage, backgroundColor } = event
  const [cover, setCover] = useState<{ of: string; colours: string[] }>()
  const palette = paletteStyle(backgroundColor, cover?.of === coverImage ? cover.colours : undefined)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrolling by keyboard needs the focus inside.
    <section className={classes.frame} aria-labelledby="preview-heading" tabIndex={0}>
      {coverImage && (
        <ToField field="coverImage" isCover>
          <Image
            {...sized(coverImage, '440px')}
            alt=""
            className={classes.cover}
            onLoad={({ currentTarget }) => setCover({ of: coverImage, colours: coverColours(currentTarget) })}
          />
        </ToField>
      )}
      <div className={classes.head} style={palette}>
        <ToField field="title">{title}</ToField>
        <ToField field="eventStartDate">{eventStartDate && formatDateTime(eventStartDate)}</ToField>
        <ToField field="venueAddress">{venueAddress}</ToField>
      </div>
      <div inert>
        <Stack gap="md" p="md">
          {shownQuestions(formScheme, event).map((question) => (
            <Preview key={question.id} question={question} />
          ))}
        </Stack>
      </div>
    </section>
  )
}

interface ToFieldProps {
  field: 'title' | 'eventStartDate' | 'venueAddress' | 'coverImage'
  isCover?: boolean
  /** The field's value; its name stands where it is empty. */
  children: React.ReactNode
}

/** A part of the page that leads to the field in which it is written. */
function ToField({ field, isCover = false, children }: ToFieldProps) {
  const { t } = useTranslation()
  const { find } = useWizardContext()
  const name = t(`events.field.${field}`)
  return (
    <UnstyledButton
      className={classes.part}
      data-part={field}
      data-empty={!children || undefined}
      title={t('events.form.editPart', { field: name })}
      onClick={() => find(field)}
    >
      {children || name}
      {isCover && <VisuallyHidden>{name}</VisuallyHidden>}
    </UnstyledButton>
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
