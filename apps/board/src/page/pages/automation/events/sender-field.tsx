import { ChoiceField } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { type Sender, useSenders } from './senders.ts';

interface Props {
  readonly hint: string;
  /** The id of the selected sender; empty: another system. */
  readonly value: string;
  readonly change: (sender: Sender | undefined) => void;
}

/** A select field for the system that sends the events. */
export function SenderField({ hint, value, change }: Props) {
  const senders = useSenders();
  return (
    <ChoiceField
      label="Sender"
      hint={hint}
      value={senders.some(({ id }) => id === value) ? value : ''}
      options={[['', t('Another system')], ...senders.map(({ id, title }) => [id, title] as const)]}
      change={(id) => change(senders.find((item) => item.id === id))}
    />
  );
}
