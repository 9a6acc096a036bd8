import { EventLogDrawer } from '~/features/events/log/EventLogDrawer'
import { CodeList } from '~/features/invitation-codes/CodeList'
import { TicketList } from '~/features/tickets/TicketList'
import { BulkDialog } from '../bulk/BulkDialog'
import { AddParticipantDrawer, ParticipantDrawer } from '../details/ParticipantDrawer'
import { TicketModal } from '../details/TicketModal'
import { ExportModal } from '../files/ExportModal'
import { ImportModal } from '../files/ImportModal'

/** Panels, forms and files of a list of people. */
export const dialogs = {
  AddParticipantDrawer,
  BulkDialog,
  CodeList,
  EventLogDrawer,
  ExportModal,
  ImportModal,
  ParticipantDrawer,
  TicketList,
  TicketModal,
}
