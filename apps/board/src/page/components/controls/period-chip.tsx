import { t } from '../../navigation/text.ts';
import { MomentField } from '../fields/moment-field.tsx';
import { momentText } from '../moment.tsx';
import { FieldChip } from './filter-controls.tsx';

/** Returns the text of the period between two inputs of date fields. */
function periodText(from: string, to: string): string {
  if (from === '' && to === '') return t('Any');
  const [start, end] = [from, to].map((input) => {
    const at = new Date(input).getTime();
    return Number.isNaN(at) ? input : momentText(at);
  });
  if (to === '') return t`from ${start}`;
  return from === '' ? t`to ${end}` : `${start} – ${end}`;
}

interface Props {
  /** Inputs of date fields, in the time zone of the user; empty: no limit. */
  readonly from: string;
  readonly to: string;
  readonly change: (changes: { readonly from?: string; readonly to?: string }) => void;
}

/** A filter for the time of a record. */
export const PeriodChip = ({ from, to, change }: Props) => (
  <FieldChip
    label="Time"
    text={periodText(from, to)}
    remove={from === '' && to === '' ? null : () => change({ from: '', to: '' })}
  >
    <MomentField label="From" value={from} change={(input) => change({ from: input })} />
    <MomentField label="To" value={to} change={(input) => change({ to: input })} />
  </FieldChip>
);
