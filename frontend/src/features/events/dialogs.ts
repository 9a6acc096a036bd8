import { CoverAlbumModal } from './CoverAlbumModal'
import { LetterModal } from './LetterModal'
import { ShareModal } from './ShareModal'

/** Dialogs of the list of events and of an event's home. */
export const dialogs = { CoverAlbumModal, LetterModal, ShareModal }
