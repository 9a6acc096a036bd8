import { Stack } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useTranslation } from 'react-i18next'
import { FormButtons } from '~/components/FormButtons'
import { FormModal } from '~/components/FormModal'
import { showFormError, whenValid } from '~/components/formErrors'
import { useKeptForm } from '~/components/useKept'
import { PersonFields } from './PersonFields'
import { NOBODY, personOf, personRules } from './personForm'
import { type Call, type MemberOnRoll, useMarkMember } from './queries'

interface SubstituteModalProps {
  at: Call
  /** The represented member. */
  member: MemberOnRoll
  onClose: () => void
}

/** Asks who has come instead of a member. */
export function SubstituteModal({ at, member, onClose }: SubstituteModalProps) {
  const { t } = useTranslation()
  const { mutate, isPending } = useMarkMember(at)
  const form = useForm({ mode: 'uncontrolled', initialValues: NOBODY, validate: personRules() })
  useKeptForm(form, `substitute ${member.userId}`)
  return (
    <FormModal opened onClose={onClose} title={t('rollCall.substitute.title', { name: member.fullName })}>
      <form
        noValidate
        onSubmit={whenValid(form, (values) =>
          mutate(
            {
              userId: member.userId,
              seen: member.mark,
              mark: 'substituted',
              substitute: personOf(values),
            },
            { onSuccess: onClose, onError: showFormError(form) },
          ),
        )}
      >
        <Stack>
          <PersonFields form={form} />
          <FormButtons onCancel={onClose} isPending={isPending} label={t('rollCall.substitute.action')} />
        </Stack>
      </form>
    </FormModal>
  )
}
