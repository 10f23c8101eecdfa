import type { NotificationDeliveryResponse } from '@slipway/api-schema/notifications';
import { StatusLabel, type Tone } from '../../components/marks/status.tsx';
import { t } from '../../navigation/text.ts';

type State = NotificationDeliveryResponse['state'];

/** The states of a delivery, with their tones and names. */
const states: Readonly<Record<State, readonly [Tone, string]>> = {
  pending: ['idle', t('Pending')],
  held: ['waits', t('Held')],
  sent: ['done', t('Sent')],
  failed: ['failed', t('Failed')],
  dead: ['failed', t('Given up')],
  obsolete: ['over', t('Obsolete')],
  suppressed: ['over', t('Suppressed')],
};

/** The states of a delivery with their names, for a filter. */
export const stateOptions = Object.entries(states).map(([state, [, label]]) => [state, label] as const);

interface Props {
  readonly state: string;
  /** The number of failed attempts of a pending delivery. */
  readonly attempts?: number;
}

/** The state of a delivery. A later server can add a state, which is shown as it is. */
export function DeliveryState({ state, attempts = 0 }: Props) {
  if (state === 'pending' && attempts > 0) return <StatusLabel tone="failed" label={t('Retrying')} />;
  const [tone, label] = Object.entries(states).find(([name]) => name === state)?.[1] ?? ['idle', state];
  return <StatusLabel tone={tone} label={label} />;
}
