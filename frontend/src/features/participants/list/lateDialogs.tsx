import { lateParts } from '~/components/Late'

// The dialogs weigh more than the list, so that they come behind it, in one file.
const { load, late } = lateParts(async () => (await import('./dialogs')).dialogs)

export const loadDialogs = () => void load()

export const AddParticipantDrawer = late((dialogs) => dialogs.AddParticipantDrawer)
export const BulkDialog = late((dialogs) => dialogs.BulkDialog)
export const CodeList = late((dialogs) => dialogs.CodeList)
export const EventLogDrawer = late((dialogs) => dialogs.EventLogDrawer)
export const ExportModal = late((dialogs) => dialogs.ExportModal)
export const ImportModal = late((dialogs) => dialogs.ImportModal)
export const ParticipantDrawer = late((dialogs) => dialogs.ParticipantDrawer)
export const TicketList = late((dialogs) => dialogs.TicketList)
export const TicketModal = late((dialogs) => dialogs.TicketModal)
