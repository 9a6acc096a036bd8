import { Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { components } from '~/api/schema'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { Uploader } from '~/components/Uploader'
import { useKeptForm } from '~/components/useKept'
import { meQuery } from '~/features/accounts/queries'
import { answer, api } from '~/lib/api'
import { LIMITS } from '~/lib/fieldLengths'
import { optionalText, requiredText } from '~/lib/validators'
import { type GroupCard, refreshGroup, showMyState } from '../queries'

/** The most characters of a message to the leaders, after trimming. */
const LONGEST_MESSAGE = 500

interface JoinModalProps {
  group: GroupCard
  /** The secret part of the leaders' link by which the caller has come. */
  linkKey?: string
  onClose: () => void
}

/** Asks for the required data of a request to join, and sends the request. */
export function JoinModal({ group, linkKey, onClose }: JoinModalProps) {
  const { t } = useTranslation()
  const me = useQuery(meQuery)
  return (
    <FormModal opened onClose={onClose} size="lg" title={t('groups.join.title', { name: group.name })}>
      {me.data ? (
        <JoinForm group={group} linkKey={linkKey} me={me.data} onClose={onClose} />
      ) : (
        <Skeleton height={240} radius="md" />
      )}
    </FormModal>
  )
}

type JoinFormProps = JoinModalProps & { me: components['schemas']['Me'] }

function JoinForm({ group, linkKey, me, onClose }: JoinFormProps) {
  const { t } = useTranslation()
  const { form, save, isSaving } = useJoinForm({ group, linkKey, me, onClose })
  const { joinPolicy, validationInfo, onePerBusinessField } = group
  const isOpen = joinPolicy === 'open'
  return (
    <form noValidate onSubmit={save}>
      <Stack>
        <Text c="dimmed">{t(isOpen ? 'groups.join.open' : 'groups.join.request')}</Text>
        {validationInfo.requireMembershipCertificate && (
          <Uploader
            label={t('groups.document.membershipCertificate')}
            purpose="membershipCertificate"
            required
            key={form.key('membershipCertificate')}
            {...form.getInputProps('membershipCertificate')}
          />
        )}
        {validationInfo.requireBusinessLicense && (
          <Uploader
            label={t('groups.document.businessLicense')}
            purpose="businessLicense"
            required
            key={form.key('businessLicense')}
            {...form.getInputProps('businessLicense')}
          />
        )}
        {(validationInfo.requireMembershipCertificate || validationInfo.requireBusinessLicense) && (
          <Text size="sm" c="dimmed">
            {t('groups.join.documentsArePrivate')}
          </Text>
        )}
        <TextInput
          label={t('groups.field.businessField')}
          withAsterisk={onePerBusinessField}
          description={onePerBusinessField ? t('groups.join.onePerBusinessField') : undefined}
          key={form.key('businessField')}
          {...form.getInputProps('businessField')}
        />
        <TextInput
          label={t('groups.field.position')}
          key={form.key('position')}
          {...form.getInputProps('position')}
        />
        {!isOpen && (
          <Textarea
            label={t('groups.join.message')}
            description={t('groups.join.messageHint')}
            autosize
            minRows={3}
            key={form.key('message')}
            {...form.getInputProps('message')}
          />
        )}
        <FormButtons
          onCancel={onClose}
          isPending={isSaving}
          label={t(isOpen ? 'groups.join.now' : 'groups.join.send')}
        />
      </Stack>
    </form>
  )
}

function useJoinForm({ group, linkKey, me, onClose }: JoinFormProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { requireMembershipCertificate, requireBusinessLicense } = group.validationInfo
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: {
      membershipCertificate: null as string | null,
      businessLicense: requireBusinessLicense ? me.businessLicense : null,
      businessField: me.businessField ?? '',
      position: me.position ?? '',
      message: '',
    },
    validate: {
      membershipCertificate: (file) =>
        requireMembershipCertificate && !file ? t('groups.invalid.membershipCertificate') : null,
      businessLicense: (file) =>
        requireBusinessLicense && !file ? t('groups.invalid.businessLicense') : null,
      businessField: group.onePerBusinessField
        ? requiredText(LIMITS.shortText, t('groups.invalid.businessField'))
        : optionalText(LIMITS.shortText),
      position: optionalText(LIMITS.shortText),
      message: optionalText(LONGEST_MESSAGE),
    },
  })
  useKeptForm(form, `join ${group.id}`)
  const { mutate, isPending } = useMutation({
    mutationFn: (body: typeof form.values) =>
      linkKey
        ? answer(api.POST('/group-join/{token}', { params: { path: { token: linkKey } }, body }))
        : answer(
            api.POST('/group/{groupId}/join-request', { params: { path: { groupId: group.id } }, body }),
          ),
    onSuccess: ({ data: { myState, request } }) => {
      toast.done(t(`groups.done.${myState === 'member' ? 'joined' : 'requested'}`, { group: group.name }))
      showMyState(queryClient, group.id, myState, request.id)
      onClose()
    },
    onError: showFormError(form),
    // Also after a refusal, which may mean that the group has changed.
    onSettled: () => void refreshGroup(queryClient, group.id),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending }
}
