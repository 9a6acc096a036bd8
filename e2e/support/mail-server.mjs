// A real SMTP server in a process of its own. `GET /?to=address` returns the received mails as JSON, oldest first; the
// shape of a mail is `ReceivedMail` in mail.ts. An address that begins with `moved@` is unknown at the first attempt.

import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import PostalMime from 'postal-mime'
import { SMTPServer } from 'smtp-server'

const [smtpPort, mailPort] = process.argv.slice(2).map(Number)
const received = []
const refused = new Set()

async function keep(stream, session) {
  const mail = await PostalMime.parse(await buffer(stream))
  received.push({
    to: session.envelope.rcptTo.map((recipient) => recipient.address),
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    html: mail.html ?? '',
    messageId: mail.messageId ?? '',
    attachments: mail.attachments.map((file) => ({
      name: file.filename ?? '',
      mime: file.mimeType,
      contentId: file.contentId?.replace(/^<|>$/g, '') ?? null,
      base64: Buffer.from(file.content).toString('base64'),
    })),
  })
}

new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: ({ address }, _session, done) => {
    if (!address.startsWith('moved@') || refused.has(address)) return done()
    refused.add(address)
    done(Object.assign(new Error('No such user'), { responseCode: 550 }))
  },
  onData: (stream, session, done) => keep(stream, session).then(() => done(), done),
}).listen(smtpPort, '127.0.0.1')

createServer((request, response) => {
  const to = new URL(request.url ?? '/', 'http://localhost').searchParams.get('to')
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify(to === null ? received : received.filter((mail) => mail.to.includes(to))))
}).listen(mailPort, '127.0.0.1')
