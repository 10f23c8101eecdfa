import { ChoiceField } from '../../../components/fields/field.tsx';
import { t } from '../../../navigation/text.ts';
import { eventPresets } from './senders.ts';

interface Props {
  /** The id of the selected preset; empty: none. */
  readonly preset: string;
  /** Receives the id of the preset and the texts of the properties. */
  readonly apply: (preset: string, texts: Readonly<Record<'eventFilter' | 'releaseTitle', string>>) => void;
}

/** A select field that fills in the filter and title of a trigger for an event of a known system. */
export const PresetField = ({ preset, apply }: Props) => (
  <ChoiceField
    label="Event preset"
    hint="Replaces the event filter and the release title"
    value={preset}
    options={[
      ['', t('None')],
      ...[...eventPresets].map(([id, { sender, label }]) => [id, t`${sender}: ${label}`] as const),
    ]}
    change={(id) => {
      const chosen = eventPresets.get(id);
      if (chosen === undefined) return;
      const filter = { type: 'events.ExpressionEventFilter', expressions: chosen.expressions };
      apply(id, { eventFilter: JSON.stringify(filter, null, 2), releaseTitle: chosen.releaseTitle });
    }}
  />
);
