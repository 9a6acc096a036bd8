import { lazy } from 'react'

// The dialogs weigh more than the list, so that they come behind it, in one file.
const load = () => import('./dialogs').then(({ dialogs }) => dialogs)

export const AddParticipantDrawer = lazy(() =>
  load().then(({ AddParticipantDrawer }) => ({ default: AddParticipantDrawer })),
)
export const BulkDialog = lazy(() => load().then(({ BulkDialog }) => ({ default: BulkDialog })))
export const CodeList = lazy(() => load().then(({ CodeList }) => ({ default: CodeList })))
export const EventLogDrawer = lazy(() => load().then(({ EventLogDrawer }) => ({ default: EventLogDrawer })))
export const ExportModal = lazy(() => load().then(({ ExportModal }) => ({ default: ExportModal })))
export const ImportModal = lazy(() => load().then(({ ImportModal }) => ({ default: ImportModal })))
export const ParticipantDrawer = lazy(() =>
  load().then(({ ParticipantDrawer }) => ({ default: ParticipantDrawer })),
)
export const TicketList = lazy(() => load().then(({ TicketList }) => ({ default: TicketList })))
export const TicketModal = lazy(() => load().then(({ TicketModal }) => ({ default: TicketModal })))
