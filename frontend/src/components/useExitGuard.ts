import { type ShouldBlockFn, useBlocker } from '@tanstack/react-router'
import { session } from '~/lib/session'
import { isProgramOver } from '~/lib/typed'
import { confirm } from './confirm'

interface ExitGuard {
  /** Whether there are unsaved changes; called when the user leaves. */
  isDirty: () => boolean
  /** Whether going from one address to the other stays on the screen that is guarded. */
  staysHere: (places: Parameters<ShouldBlockFn>[0]) => boolean
  question: () => Parameters<typeof confirm>[0]
  /** Keeps the unsaved changes, which is offered beside leaving; the screen stays when it returns false. */
  keep?: { label: string; save: () => Promise<boolean> }
}

/** Leaving asks only when something would be lost: by a link, the back button, or closing the tab. */
export function useExitGuard({ isDirty, staysHere, question, keep }: ExitGuard) {
  useBlocker({
    shouldBlockFn: async (places) => {
      // After a logout the user cannot stay on the page.
      if (staysHere(places) || !session().loggedIn || !isDirty()) return false
      let isKeeping = false
      const act = () => {
        isKeeping = true
      }
      const instead = keep && { label: keep.label, act }
      const leaves = await confirm({ ...question(), dangerous: true, instead })
      return isKeeping && keep ? !(await keep.save()) : !leaves
    },
    // Typed text is kept, and only a new page helps.
    enableBeforeUnload: () => isDirty() && !isProgramOver(),
  })
}
