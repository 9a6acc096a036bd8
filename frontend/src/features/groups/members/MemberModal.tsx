import { Checkbox, Input, Select, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DayField } from '~/components/DayField'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { whenValid } from '~/components/formErrors'
import { toast } from '~/components/toast'
import { useConflict } from '~/components/useConflict'
import { useKeptForm } from '~/components/useKept'
import { answer, api } from '~/lib/api'
import { shows } from '~/lib/apiError'
import { formatDate } from '~/lib/dates'
import { LIMITS } from '~/lib/fieldLengths'
import { useSession } from '~/lib/session'
import { optionalText } from '~/lib/validators'
import { type GroupMember, type GroupRole, refreshGroup } from '../queries'
import type { Rights } from '../rights'
import { GIVEN_ROLES } from '../search'

interface MemberModalProps {
  groupId: string
  member: GroupMember
  rights: Rights
  onClose: () => void
}

const valuesOf = (member: GroupMember) => ({
  role: member.role as GroupRole | null,
  businessField: member.businessField ?? '',
  position: member.position ?? '',
  attendDate: member.attendDate as string | null,
  showsPhone: member.showsPhone,
  showsEmail: member.showsEmail,
})

/**
 * Changes a member's role, business field, position and first day in the group, and which of their details members
 * show.
 */
export function MemberModal({ groupId, member, rights, onClose }: MemberModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { userId, fullName: name, role } = member
  const changesRole = rights.owns && role !== 'owner'
  const { profile } = useSession()
  const isSelf = userId === profile?.id
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: valuesOf(member),
    validate: {
      role: (role) => (role ? null : t('groups.invalid.role')),
      businessField: optionalText(LIMITS.shortText),
      position: optionalText(LIMITS.shortText),
      attendDate: (day) => (day ? null : t('common.invalid.required')),
    },
  })
  const conflict = useConflict({
    form,
    stored: member,
    valuesOf,
    fields: [
      {
        path: 'role',
        label: t('groups.field.role'),
        say: (role: GroupRole) => t(`groups.role.${role}`),
      },
      { path: 'businessField', label: t('groups.field.businessField') },
      { path: 'position', label: t('groups.field.position') },
      { path: 'attendDate', label: t('groups.field.attendDate'), say: formatDate },
      { path: 'showsPhone', label: t('groups.card.phone') },
      { path: 'showsEmail', label: t('groups.card.email') },
    ],
  })
  useKeptForm(form, `member ${userId}`, { conflict })
  const { mutate, isPending } = useMutation({
    mutationFn: ({ role, attendDate, showsPhone, showsEmail, ...values }: typeof form.values) =>
      answer(
        api.PUT('/group/{groupId}/member/{userId}', {
          params: { path: { groupId, userId } },
          body: {
            ...values,
            ...(isSelf && { showsPhone, showsEmail }),
            attendDate: attendDate ?? undefined,
            role: changesRole && role ? role : undefined,
            version: conflict.version,
          },
        }),
      ),
    onSuccess: () => {
      toast.done(t('groups.done.memberSaved', { name }))
      void refreshGroup(queryClient, groupId)
      onClose()
    },
    onError: shows(conflict.refuse),
  })
  return (
    <FormModal opened onClose={onClose} title={t('groups.members.edit', { name })}>
      <form noValidate autoComplete="off" onSubmit={whenValid(form, mutate)}>
        <Stack>
          {conflict.notice}
          {changesRole && (
            <Select
              label={t('groups.field.role')}
              withAsterisk
              data={GIVEN_ROLES.map((value) => ({ value, label: t(`groups.role.${value}`) }))}
              allowDeselect={false}
              key={form.key('role')}
              {...form.getInputProps('role')}
            />
          )}
          <TextInput
            label={t('groups.field.businessField')}
            data-autofocus
            key={form.key('businessField')}
            {...form.getInputProps('businessField')}
          />
          <TextInput
            label={t('groups.field.position')}
            key={form.key('position')}
            {...form.getInputProps('position')}
          />
          <DayField
            label={t('groups.field.attendDate')}
            withAsterisk
            key={form.key('attendDate')}
            {...form.getInputProps('attendDate')}
          />
          {isSelf && (
            <Input.Wrapper label={t('groups.card.show')} description={t('groups.card.showHint')}>
              <Stack gap="xs" mt="xs">
                <Checkbox
                  label={t('groups.card.phone')}
                  key={form.key('showsPhone')}
                  {...form.getInputProps('showsPhone', { type: 'checkbox' })}
                />
                <Checkbox
                  label={t('groups.card.email')}
                  key={form.key('showsEmail')}
                  {...form.getInputProps('showsEmail', { type: 'checkbox' })}
                />
              </Stack>
            </Input.Wrapper>
          )}
          <FormButtons onCancel={onClose} isPending={isPending} />
        </Stack>
      </form>
    </FormModal>
  )
}
