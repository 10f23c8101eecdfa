import { type Signal, useSignal } from '@preact/signals';
import type { TaskAnswer } from '@slipway/wire';
import { sentenceOf } from '../../data/refused.ts';
import { Lacking } from '../../parts/deed.tsx';
import { MomentField } from '../../parts/moment-field.tsx';
import { Refusal } from '../../parts/refusal.tsx';
import { momentOf, typedOf } from '../../parts/typed-moment.ts';
import { announce } from '../../place/announce.ts';

type Dated = Pick<TaskAnswer, 'scheduledStartDate' | 'dueDate'>;
type Happened = Pick<TaskAnswer, 'startDate' | 'endDate'>;
/** Dates as REST takes them: null takes one away, and what is not there stays. */
export type NewDates = { readonly [Name in keyof Dated]?: string | null };

/** The planned and actual dates of a plan, each with its label; missing ones are left out. */
export const datesOf = ({ scheduledStartDate, startDate, dueDate, endDate }: Dated & Happened) => {
  const started = startDate === undefined ? [] : [['Started', startDate] as const];
  const ended = endDate === undefined ? [] : [['Ended', endDate] as const];
  return [['Planned start', scheduledStartDate] as const, ...started, ['Due', dueDate] as const, ...ended];
};

interface Props {
  readonly dated: Dated;
  /** the permission that is missing to change them */
  readonly lacking: string | null;
  /** Throws Refused, Away. */
  readonly save: (dates: NewDates) => Promise<void>;
}

/** The changed inputs: unchanged dates keep their seconds. */
const changed = (typed: string, before: string | undefined) => typed !== typedOf(before);

const noting = (noted: Signal<string | null>) => (typed: string) => {
  noted.value = typed;
};

/** The dates for which something is planned, to be typed. */
export function Dates({ dated, lacking, save }: Props) {
  const start = useSignal<string | null>(null);
  const due = useSignal<string | null>(null);
  const refusal = useSignal<string | null>(null);
  const { scheduledStartDate, dueDate } = dated;
  const typedStart = start.value ?? typedOf(scheduledStartDate);
  const typedDue = due.value ?? typedOf(dueDate);
  const isOther = changed(typedStart, scheduledStartDate) || changed(typedDue, dueDate);
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    refusal.value = null;
    try {
      await save({
        ...(changed(typedStart, scheduledStartDate) && { scheduledStartDate: momentOf(typedStart) }),
        ...(changed(typedDue, dueDate) && { dueDate: momentOf(typedDue) }),
      });
      start.value = null;
      due.value = null;
      announce('The dates were changed.');
    } catch (error) {
      refusal.value = sentenceOf(error);
    }
  };
  return (
    <details class="more">
      <summary>Planned dates</summary>
      {/* the browser sends no form with half of a date, which would read as none */}
      <form class="actions" onSubmit={(event) => void submit(event)}>
        <MomentField label="Planned start" value={typedStart} change={noting(start)} />
        <MomentField label="Due" value={typedDue} change={noting(due)} />
        <button type="submit" disabled={lacking !== null || !isOther}>
          Change dates
        </button>
      </form>
      <Lacking names={[lacking]} />
      <Refusal sentence={refusal.value} />
    </details>
  );
}
