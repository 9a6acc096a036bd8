import {
  Checkbox,
  Fieldset,
  Radio,
  Group as Row,
  SimpleGrid,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { DayField } from '~/components/DayField'
import { Initials } from '~/components/Initials'
import { Uploader } from '~/components/Uploader'
import { groundOf } from '~/lib/initials'
import classes from './GroupFields.module.css'
import type { GroupForm } from './groupForm'

/** The fields about a group itself: name, day of foundation, picture, description. */
export function AboutFields({ form }: { form: GroupForm }) {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('groups.settings.about')}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('groups.field.name')}
            withAsterisk
            key={form.key('name')}
            {...form.getInputProps('name')}
          />
          <DayField
            label={t('groups.field.foundedDate')}
            clearable
            clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
            defaultLevel="decade"
            key={form.key('foundedDate')}
            {...form.getInputProps('foundedDate')}
          />
        </SimpleGrid>
        <PictureField form={form} />
        <Textarea
          label={t('groups.field.description')}
          description={t('groups.hint.description')}
          autosize
          minRows={3}
          maxRows={12}
          key={form.key('description')}
          {...form.getInputProps('description')}
        />
      </Stack>
    </Fieldset>
  )
}

/** A chosen picture, or the initials of the name as it is typed. */
function PictureField({ form }: { form: GroupForm }) {
  const { t } = useTranslation()
  const name = form.useWatchValue('name')
  const isDrawn = form.useWatchValue('avatar') === null
  return (
    <Row align="flex-end" gap="md" wrap="nowrap">
      {isDrawn && <Initials name={name} ground={groundOf(name)} />}
      <div className={classes.picture}>
        <Uploader
          label={t('groups.field.avatar')}
          description={isDrawn ? t('groups.hint.initials') : undefined}
          purpose="groupAvatar"
          key={form.key('avatar')}
          {...form.getInputProps('avatar')}
        />
      </div>
    </Row>
  )
}

const JOIN_POLICIES = ['request', 'open', 'invite'] as const

/** The fields about joining: the admission rule, and the data that applicants must send. */
export function JoiningFields({ form }: { form: GroupForm }) {
  const { t } = useTranslation()
  return (
    <Fieldset legend={t('groups.settings.joining')}>
      <Stack>
        <Radio.Group
          label={t('groups.field.joinPolicy')}
          key={form.key('joinPolicy')}
          {...form.getInputProps('joinPolicy')}
        >
          <Stack gap="xs" mt="xs">
            {JOIN_POLICIES.map((policy) => (
              <Radio
                key={policy}
                value={policy}
                label={t(`groups.joinPolicy.${policy}`)}
                description={t(`groups.joinPolicyHint.${policy}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Fieldset variant="unstyled" className={classes.plain} legend={t('groups.field.documents')}>
          <Text size="sm" c="dimmed" mb="xs">
            {t('groups.hint.documents')}
          </Text>
          <Stack gap="xs">
            <Checkbox
              label={t('groups.document.membershipCertificate')}
              key={form.key('validationInfo.requireMembershipCertificate')}
              {...form.getInputProps('validationInfo.requireMembershipCertificate', { type: 'checkbox' })}
            />
            <Checkbox
              label={t('groups.document.businessLicense')}
              key={form.key('validationInfo.requireBusinessLicense')}
              {...form.getInputProps('validationInfo.requireBusinessLicense', { type: 'checkbox' })}
            />
          </Stack>
        </Fieldset>
        <Switch
          label={t('groups.field.isListed')}
          description={t('groups.hint.isListed')}
          key={form.key('isListed')}
          {...form.getInputProps('isListed', { type: 'checkbox' })}
        />
        <Switch
          label={t('groups.field.onePerBusinessField')}
          description={t('groups.hint.onePerBusinessField')}
          key={form.key('onePerBusinessField')}
          {...form.getInputProps('onePerBusinessField', { type: 'checkbox' })}
        />
      </Stack>
    </Fieldset>
  )
}
