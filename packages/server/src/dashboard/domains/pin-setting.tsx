import type { CurrentExport } from '@bindery/contract'
import { ActionForm, Field } from '../view/forms/form.tsx'
import { Setting } from '../view/forms/setting.tsx'
import { Time } from '../view/time.tsx'
import type { MemberVisit } from '../visit.ts'
import { actionOf } from './publish-button.tsx'

interface Props {
  visit: MemberVisit
  current: CurrentExport
  mayChange: boolean
}

/** Keeps the domain where it is, and says why. */
export function PinSetting({ visit, current, mayChange }: Props) {
  if (current.jobId === null || (current.pin === null && !mayChange)) return null
  return (
    <Setting title="Pin" about="A pinned domain keeps its current export until you unpin it.">
      {current.pin ? (
        <>
          <p>
            <span class="badge">pinned</span> <Time at={current.pin.pinnedAt} />
            {current.pin.reason !== null && <>: {current.pin.reason}</>}
          </p>
          {mayChange && (
            <ActionForm visit={visit} action={actionOf(visit, current.domain, 'unpin')}>
              <button type="submit">Unpin {current.domain}</button>
            </ActionForm>
          )}
        </>
      ) : (
        <ActionForm visit={visit} action={actionOf(visit, current.domain, 'pin')}>
          <p>
            {current.domain} will stay at {current.version ?? current.jobId}. Exports go on, but none is published until
            you unpin it.
          </p>
          <Field label="Reason" name="reason" maxlength={500} hint="So that others know why it is pinned." />
          <button type="submit">Pin {current.domain}</button>
        </ActionForm>
      )}
    </Setting>
  )
}
