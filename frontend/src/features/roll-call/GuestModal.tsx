import { Select, Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { useKeptForm } from '~/components/useKept'
import { foldForSearch } from '~/lib/search'
import { PersonFields } from './PersonFields'
import { NOBODY, personOf, personRules } from './personForm'
import { type Call, type MemberOnRoll, useAddGuest } from './queries'

interface GuestModalProps {
  at: Call
  members: readonly MemberOnRoll[]
  onClose: () => void
}

/** Adds a guest who has come, and says which member invited them. */
export function GuestModal({ at, members, onClose }: GuestModalProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useAddGuest(at)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { ...NOBODY, invitedBy: null as string | null },
    validate: personRules(),
  })
  useKeptForm(form, 'guest')
  return (
    <FormModal opened onClose={onClose} title={t('rollCall.addGuest')}>
      <form
        noValidate
        onSubmit={whenValid(form, ({ invitedBy, ...person }) =>
          mutate({ ...personOf(person), invitedBy }, { onSuccess: onClose, onError: showFormError(form) }),
        )}
      >
        <Stack>
          <PersonFields form={form} />
          <Select
            label={t('rollCall.inviter')}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('common.clearChoice') }}
            data={members.map(({ userId, fullName }) => ({ value: userId, label: fullName }))}
            filter={({ options, search }) =>
              options.filter(
                (option) => 'label' in option && foldForSearch(option.label).includes(foldForSearch(search)),
              )
            }
            nothingFoundMessage={t('rollCall.nobody')}
            key={form.key('invitedBy')}
            {...form.getInputProps('invitedBy')}
          />
          <FormButtons onCancel={onClose} isPending={isPending} label={t('rollCall.addGuest')} />
        </Stack>
      </form>
    </FormModal>
  )
}
