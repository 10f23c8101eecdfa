import { StatusLabel, type Tone } from '../../components/marks/status.tsx';
import { t } from '../../navigation/text.ts';

/** The states of a delivery, with their tones and names. */
const states: Readonly<Record<string, readonly [Tone, string]>> = {
  pending: ['idle', t('Pending')],
  held: ['waits', t('Held')],
  sent: ['done', t('Sent')],
  failed: ['failed', t('Failed, retrying')],
  dead: ['failed', t('Given up')],
  obsolete: ['over', t('Obsolete')],
  suppressed: ['over', t('Suppressed')],
};

/** The state of a delivery. */
export function DeliveryState({ state }: { readonly state: string }) {
  const [tone, label] = states[state] ?? ['idle', state];
  return <StatusLabel tone={tone} label={label} />;
}
