import { StatusLabel } from '../../../components/marks/status.tsx';
import { Moment } from '../../../components/moment.tsx';
import { t } from '../../../navigation/text.ts';
import type { Receiver } from './receiver.ts';

interface Props {
  readonly receiver: Receiver;
}

/** Whether a receiver gets events. */
export function ReceiverStatus({ receiver: { enabled, failingSince } }: Props) {
  if (!enabled) return <StatusLabel tone="over" label={t('Disabled')} />;
  return failingSince === undefined ? (
    <StatusLabel tone="done" label={t('Active')} />
  ) : (
    <StatusLabel tone="failed" label={t('Failing')} />
  );
}

/** Why a receiver is disabled, or since when all its deliveries fail; nothing for an active one. */
export function ReceiverReason({ receiver: { enabled, disabledReason, failingSince } }: Props) {
  if (!enabled) return disabledReason === undefined ? null : <bdi class="sub">{disabledReason}</bdi>;
  return failingSince === undefined ? null : (
    <span class="sub">
      Since <Moment at={failingSince} />
    </span>
  );
}
