import { Button, Group, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Facts } from '~/components/Facts'
import { Pill } from '~/components/Pill'
import { toast } from '~/components/toast'
import { answer, api } from '~/lib/api'
import { formatDateTime } from '~/lib/dates'
import { InvoiceModal } from './InvoiceModal'
import { invoiceQuery, refreshInvoices } from './queries'

interface ParticipantInvoiceProps {
  eventId: string
  person: { id: string; fullName: string; company: string; email: string }
}

/** The invoice of one participant, in the panel. */
export function ParticipantInvoice({ eventId, person }: ParticipantInvoiceProps) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const { data } = useQuery(invoiceQuery(eventId, person.id))
  const withdraw = useMutation({
    mutationFn: () =>
      answer(
        api.DELETE('/event/{eventId}/attendances/{id}/invoice', {
          params: { path: { eventId, id: person.id } },
        }),
      ),
    onSuccess: ({ messages }) => {
      toast.success(messages)
      return refreshInvoices(queryClient, eventId)
    },
  })
  if (!data?.isOffered && !data?.invoice) return null
  const { invoice } = data
  return (
    <section aria-label={t('invoices.title')}>
      <Group gap="sm" mb="xs">
        <Title order={3} fz="md">
          {t('invoices.title')}
        </Title>
        {invoice && (
          <Pill color={invoice.issuedAt ? 'jade' : 'marigold'}>
            {t(invoice.issuedAt ? 'invoices.state.issued' : 'invoices.wanted')}
          </Pill>
        )}
      </Group>
      {invoice ? (
        <Facts
          facts={(
            [
              [t(invoice.buyer === 'company' ? 'invoices.companyName' : 'invoices.personName'), invoice.name],
              [
                t(invoice.buyer === 'company' ? 'invoices.taxNumber' : 'invoices.personNumber'),
                invoice.taxNumber,
              ],
              [t('invoices.address'), invoice.address],
              [t('invoices.email'), invoice.email ?? person.email],
              [t('invoices.issuedAt'), invoice.issuedAt && formatDateTime(invoice.issuedAt)],
              [t('invoices.number'), invoice.invoiceNumber],
            ] as const
          ).filter(([, value]) => value)}
        />
      ) : (
        <Text size="sm" c="dimmed">
          {t('invoices.notAsked')}
        </Text>
      )}
      {!invoice?.issuedAt && (
        <Group gap="sm" mt="sm">
          <Button size="sm" variant="default" onClick={() => setEditing(true)}>
            {t(invoice ? 'invoices.edit' : 'invoices.add')}
          </Button>
          {invoice && (
            <Button size="sm" variant="subtle" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
              {t('invoices.withdraw')}
            </Button>
          )}
        </Group>
      )}
      {isEditing && (
        <InvoiceModal eventId={eventId} person={person} invoice={invoice} onClose={() => setEditing(false)} />
      )}
    </section>
  )
}
