import { Button, Group, Title } from '@mantine/core'
import {
  IconArrowLeft,
  IconArrowRight,
  IconCheck,
  IconDeviceFloppy,
  IconRocket,
  IconX,
} from '@tabler/icons-react'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { BottomBar } from '~/components/BottomBar'
import { PageHeader } from '~/components/PageHeader'
import { EventHeader } from '../EventHeader'
import { linkOf } from '../eventEntries'
import type { Event } from '../queries'
import { EmailStep } from './EmailStep'
import { EventInfoStep } from './EventInfoStep'
import { FormStep } from './FormStep'
import { WizardContext } from './fields'
import { PaymentStep } from './PaymentStep'
import { StepNav } from './StepNav'
import { type Section, stepAfter, stepBefore } from './steps'
import type { Wizard } from './useWizard'
import classes from './WizardFrame.module.css'

interface WizardFrameProps {
  wizard: Wizard
  /** Absent while the event is not stored. */
  event?: Event
  /** The list of ticket classes in the third step. */
  ticketClasses: React.ReactNode
  onSave: () => void
  /** Saves the whole stored event, or publishes the new one. */
  onComplete: () => void
  isBusy: boolean
  /** Buttons in the head of a stored event. */
  actions?: React.ReactNode
  /** Notices above the first step. */
  notice?: React.ReactNode
}

/** The frame of the wizard: header, step navigation and the present step. Its bar has one filled button: the way on. */
export function WizardFrame(props: WizardFrameProps) {
  const { wizard, event, ticketClasses, onSave, onComplete, isBusy, actions, notice } = props
  const { t } = useTranslation()
  const { step, check, go } = wizard
  const heading = useStepHeading(step)
  const next = stepAfter(step)
  const previous = stepBefore(step)

  return (
    <WizardContext value={wizard}>
      <div className={classes.frame}>
        {event ? (
          <EventHeader event={event} entry="settings">
            {actions}
            <ExitButton {...linkOf('overview', event.id)} />
          </EventHeader>
        ) : (
          <PageHeader title={t('shell.title.newEvent')} guide="organiser.first-event">
            <SaveButton label={t('events.wizard.saveDraft')} onSave={onSave} isBusy={isBusy} />
            <ExitButton to="/event-management" />
          </PageHeader>
        )}
        <StepNav />
        {notice}
        <section aria-labelledby="step-heading" className={classes.step}>
          <Title order={2} id="step-heading" ref={heading} tabIndex={-1} className={classes.heading}>
            {t(`events.step.${step}`)}
          </Title>
          {step === 'eventInfo' && <EventInfoStep />}
          {step === 'formInfo' && <FormStep eventId={event?.id} />}
          {step === 'paymentInfo' && <PaymentStep ticketClasses={ticketClasses} />}
          {step === 'emailContent' && <EmailStep />}
        </section>
        <BottomBar>
          <div className={classes.buttons}>
            {previous && (
              <Button
                variant="default"
                className={classes.previous}
                leftSection={<IconArrowLeft size={16} />}
                onClick={() => go(previous)}
              >
                {t('common.back')}
              </Button>
            )}
            <Group gap="sm" className={classes.forward}>
              {event && <SaveButton label={t('common.save')} onSave={onSave} isBusy={isBusy} />}
              {!event && next && (
                <Button
                  variant="default"
                  leftSection={<IconRocket size={16} />}
                  loading={isBusy}
                  onClick={onComplete}
                >
                  {t('events.wizard.publish')}
                </Button>
              )}
              {next ? (
                <Button
                  rightSection={<IconArrowRight size={16} />}
                  onClick={() => {
                    if (check([step])) go(next)
                  }}
                >
                  {t('common.next')}
                </Button>
              ) : (
                <Button
                  leftSection={event ? <IconCheck size={16} /> : <IconRocket size={16} />}
                  loading={isBusy}
                  onClick={onComplete}
                >
                  {t(event ? 'events.wizard.complete' : 'events.wizard.publish')}
                </Button>
              )}
            </Group>
          </div>
        </BottomBar>
      </div>
    </WizardContext>
  )
}

function SaveButton({
  label,
  onSave,
  isBusy,
}: { label: string } & Pick<WizardFrameProps, 'onSave' | 'isBusy'>) {
  return (
    <Button variant="default" leftSection={<IconDeviceFloppy size={16} />} loading={isBusy} onClick={onSave}>
      {label}
    </Button>
  )
}

function ExitButton(link: LinkProps) {
  const { t } = useTranslation()
  return (
    <Button
      variant="default"
      leftSection={<IconX size={16} />}
      renderRoot={(root) => <Link {...link} {...root} />}
    >
      {t('events.wizard.exit')}
    </Button>
  )
}

/** Moves the focus to the new step's heading, so that screen readers announce the step. */
function useStepHeading(step: Section) {
  const heading = useRef<HTMLHeadingElement>(null)
  const focusedStep = useRef(step)
  useEffect(() => {
    if (focusedStep.current === step) return
    focusedStep.current = step
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [step])
  return heading
}
