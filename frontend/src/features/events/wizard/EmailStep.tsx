import { Button, Image, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { RichTextEditor, RichTextView } from '~/components/RichText'
import { Uploader } from '~/components/Uploader'
import { useSession } from '~/lib/session'
import { useVariables } from '../mailVariables'
import classes from './EmailStep.module.css'
import { useField, useTextField, useWizardContext } from './fields'
import { Reminders } from './Reminders'
import { withSampleValues } from './sampleMail'
import steps from './steps.module.css'
import { VisitorChanges } from './VisitorChanges'

export function EmailStep() {
  const { t } = useTranslation()
  const { value: isOn, onChange } = useField('sendEmailAfterRegister')
  return (
    <>
      <Switch
        label={t('events.email.send')}
        description={t('events.email.sendHint')}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
        mb="lg"
      />
      {isOn && <Content />}
      <AnswersTo />
      <Reminders />
      <VisitorChanges />
    </>
  )
}

/** Where answers to the event's mails go. The address of the account is offered, never taken unasked. */
function AnswersTo() {
  const { t } = useTranslation()
  const { value, onChange } = useField('contactEmail')
  const own = useSession().profile?.email
  return (
    <Stack gap={4} maw={480} my="lg" align="flex-start">
      <TextInput
        label={t('events.email.contact')}
        description={t('events.email.contactHint')}
        type="email"
        w="100%"
        {...useTextField('contactEmail')}
      />
      {own && value.trim() === '' && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(own)}>
          {t('events.email.contactOwn', { email: own })}
        </Button>
      )}
    </Stack>
  )
}

function Content() {
  const { t } = useTranslation()
  return (
    <div className={steps.columns}>
      <Stack gap="lg">
        <RichTextEditor
          label={t('events.email.content')}
          description={t('events.email.contentHint')}
          required
          variables={useVariables()}
          {...useField('registerEmailContent')}
        />
        <Uploader
          label={t('events.email.attachment')}
          description={t('events.email.attachmentHint')}
          purpose="attachment"
          ratio={16 / 9}
          {...useField('attachmentImage')}
        />
      </Stack>
      <aside className={steps.aside} aria-labelledby="mail-preview">
        <Title order={3} id="mail-preview" mb="xs">
          {t('events.email.preview')}
        </Title>
        <Preview />
      </aside>
    </div>
  )
}

function Preview() {
  const { t } = useTranslation()
  const { event } = useWizardContext().state
  return (
    <div className={classes.mail}>
      <RichTextView html={withSampleValues(event.registerEmailContent, event)} variables={useVariables()} />
      <Text size="sm" c="dimmed" className={classes.added}>
        {t('events.email.added')}
      </Text>
      {event.attachmentImage && (
        <Image src={event.attachmentImage} alt={t('events.email.attachment')} className={classes.image} />
      )}
    </div>
  )
}
