import type { AttemptPageResponse } from '@slipway/api-schema/notifications';
import { ExactMoment } from '../../../components/exact-moment.tsx';
import { StatusLabel } from '../../../components/marks/status.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { useQuery } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';
import { t } from '../../../navigation/text.ts';
import { receiverPath } from '../receivers/receiver.ts';
import type { Delivery } from './delivery.ts';

type Attempt = AttemptPageResponse['items'][number];

const topics: readonly Topic[] = [polled];

const columns: readonly Column<Attempt>[] = [
  { name: t('Time'), cell: ({ at }) => <ExactMoment at={at} /> },
  {
    name: t('Result'),
    cell: ({ error }) => (
      <div class="two-lines result">
        <StatusLabel
          tone={error === undefined ? 'done' : 'failed'}
          label={error === undefined ? t('Accepted') : t('Failed')}
        />
        {error !== undefined && <bdi class="sub">{error}</bdi>}
      </div>
    ),
  },
  { name: t('Status'), cell: ({ status }) => status ?? t('No response') },
  { name: t('Duration'), cell: ({ durationMs }) => t`${Math.ceil(durationMs)} ms` },
];

interface Props {
  readonly delivery: Delivery;
}

/** The requests that sent the message of a delivery to its receiver, newest first. */
export function Attempts({ delivery: { recipient, messageId = '' } }: Props) {
  const query = new URLSearchParams({ messageId });
  const path = `${receiverPath(recipient)}/attempts?${query}`;
  const { value, refusal, retry } = useQuery<AttemptPageResponse>(messageId === '' ? null : path, { topics });
  const attempts = value.value?.items ?? [];
  return (
    <section>
      <h3>Attempts</h3>
      <Refusal message={refusal.value} retry={retry} />
      {attempts.length > 0 ? (
        <Table caption="Attempts" columns={columns} rows={attempts} keyOf={({ id }) => id} />
      ) : (
        <p class="none">{t('No attempts yet')}</p>
      )}
    </section>
  );
}
