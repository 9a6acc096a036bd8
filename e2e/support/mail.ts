import { expect } from '@playwright/test'
import { mailUrl } from './places.ts'

export interface ReceivedMail {
  to: string[]
  subject: string
  text: string
  html: string
  messageId: string
  attachments: { name: string; mime: string; contentId: string | null; base64: string }[]
}

/** Mails that reached `to`, oldest first. */
export async function mailsTo(to: string): Promise<ReceivedMail[]> {
  const answer = await fetch(`${mailUrl}/?to=${encodeURIComponent(to)}`)
  return (await answer.json()) as ReceivedMail[]
}

/** The newest mail to `to` whose subject matches; waits for it. */
export async function mailTo(to: string, subject: RegExp): Promise<ReceivedMail> {
  let found: ReceivedMail | undefined
  await expect
    .poll(
      async () => {
        found = (await mailsTo(to)).findLast((mail) => subject.test(mail.subject))
        return found !== undefined
      },
      `a mail to ${to} with the subject ${subject}`,
    )
    .toBe(true)
  if (!found) throw new Error('unreachable: the poll above has found it')
  return found
}

/** The first link in a mail's text part that contains `part`. */
export function linkIn(mail: ReceivedMail, part: string): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((address) => address.includes(part))
  if (!link) throw new Error(`no link with ${part} in: ${mail.text}`)
  return link
}
