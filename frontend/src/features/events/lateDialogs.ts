import { lateDialog, lateParts } from '~/components/Late'

// Most visits open none of them.
const { load, late } = lateParts(async () => (await import('./dialogs')).dialogs)
// Its fields are those of other forms, which most visits do not need either.
const cancellation = lateParts(() => import('./CancelModal'))

export const loadEventDialogs = () => Promise.all([load(), cancellation.load()])

export const CancelModal = lateDialog(cancellation.late((parts) => parts.CancelModal))
export const CoverAlbumModal = lateDialog(late((dialogs) => dialogs.CoverAlbumModal))
export const LetterModal = lateDialog(late((dialogs) => dialogs.LetterModal))
export const ShareModal = lateDialog(late((dialogs) => dialogs.ShareModal))
