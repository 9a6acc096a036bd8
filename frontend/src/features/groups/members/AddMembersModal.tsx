import { Radio, Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { useKeptForm } from '~/components/useKept'
import { api, call } from '~/lib/api'
import { type Group, type GroupMember, type GroupRole, type JoinRequest, refreshGroup } from '../queries'
import { rightsIn } from '../rights'
import { GIVEN_ROLES } from '../search'
import { AddressesField } from './AddressesField'
import { faultOf, readAddresses } from './addresses'
import { countKnown, inviteByMail, isAccepted, tellAdded } from './inviting'
import { PeopleField } from './PeopleField'

interface AddMembersModalProps {
  group: Group
  onClose: () => void
}

const WAYS = ['email', 'invite', 'add'] as const
/** The fields of the dialog, one for each way of naming people. */
const FIELD = { email: 'addresses', invite: 'userIds', add: 'userIds' } as const

/** Invites people to the group, or makes members at once of people who may be added. */
export function AddMembersModal({ group, onClose }: AddMembersModalProps) {
  const { t } = useTranslation()
  const { form, save, isSaving } = useAddition({ group, onClose })
  const { owns } = rightsIn(group)
  const { way } = form.values
  return (
    <FormModal opened onClose={onClose} title={t('groups.addMembers.title', { name: group.name })}>
      <form noValidate onSubmit={save}>
        <Stack>
          <Select
            label={t('groups.field.role')}
            withAsterisk
            data={GIVEN_ROLES.map((value) => ({
              value,
              label: t(`groups.role.${value}`),
              disabled: value === 'manager' && !owns,
            }))}
            allowDeselect={false}
            description={owns ? undefined : t('groups.hint.onlyOwnersMakeManagers')}
            {...form.getInputProps('role')}
          />
          <Radio.Group label={t('groups.addMembers.way')} {...form.getInputProps('way')}>
            <Stack gap="xs" mt="xs">
              {WAYS.map((value) => (
                <Radio
                  key={value}
                  value={value}
                  label={t(`groups.addMembers.${value}.label`)}
                  description={t(
                    value === 'add' && !group.details?.myRole
                      ? 'groups.addMembers.add.adminHint'
                      : `groups.addMembers.${value}.hint`,
                  )}
                />
              ))}
            </Stack>
          </Radio.Group>
          {way === 'email' ? (
            <AddressesField {...form.getInputProps('addresses')} />
          ) : (
            <PeopleField groupId={group.id} {...form.getInputProps('userIds')} />
          )}
          <FormButtons onCancel={onClose} isPending={isSaving} label={t(`groups.addMembers.${way}.action`)} />
        </Stack>
      </form>
    </FormModal>
  )
}

function useAddition({ group, onClose }: AddMembersModalProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const params = { path: { groupId: group.id } }
  const form = useForm({
    initialValues: {
      userIds: [] as string[],
      addresses: '',
      role: 'member' as GroupRole,
      // Administrators add people at once by default; leaders invite them.
      way: (group.details?.myRole ? 'invite' : 'add') as (typeof WAYS)[number],
    },
    validate: {
      userIds: (ids, { way }) =>
        FIELD[way] === 'userIds' && ids.length === 0 ? t('groups.invalid.people') : null,
      addresses: (text, { way }) => (way === 'email' ? faultOf(readAddresses(text)) : null),
    },
  })
  useKeptForm(form, `members ${group.id}`, { except: ['userIds'] })
  const { mutate, isPending } = useMutation<(GroupMember | JoinRequest)[], Error, typeof form.values>({
    mutationFn: ({ way, addresses, userIds, role }) => {
      const body = { userIds, role }
      if (way === 'email') return inviteByMail(group.id, addresses, role)
      return way === 'invite'
        ? call(api.POST('/group/{groupId}/invitation', { params, body }))
        : call(api.POST('/group/{groupId}/member', { params, body }))
    },
    onSuccess: (people, { way, userIds, addresses }) => {
      const added = people.filter((person) => way === 'add' || isAccepted(person))
      // Adding answers with the new members alone; the others are invited.
      const chosen = way === 'add' ? userIds.length : people.length
      const known = way === 'email' ? countKnown(addresses, people) : 0
      tellAdded(group, added.length, chosen - added.length, known)
      onClose()
    },
    onError: showFormError(form, { people: 'addresses' }),
    // Also after a refusal, which may mean that others were added meanwhile.
    onSettled: () => void refreshGroup(queryClient, group.id),
  })
  const save = whenValid(form, mutate)
  return { form, save, isSaving: isPending }
}
