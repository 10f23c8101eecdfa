import RotateCw from '~icons/lucide/rotate-cw';
import { FieldChip } from '../../../components/controls/filter-controls.tsx';
import { PeriodChip } from '../../../components/controls/period-chip.tsx';
import { ChoiceField } from '../../../components/fields/field.tsx';
import { Icon } from '../../../components/marks/icon.tsx';
import { PersonField } from '../../../components/people/person-field.tsx';
import { ReleaseField } from '../../../components/references/release-field.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { stateOptions } from '../delivery-state.tsx';
import { eventName, eventTypes } from '../event-words.ts';
import { placePath } from '../place.ts';
import { isToReceiver } from './delivery.ts';
import { DeliveryList, type Ledger, useLedger } from './delivery-list.tsx';
import { isFiltered, noFilters } from './query.ts';

const channels = ['inbox', 'mail', 'slack', 'teams', 'webhook'] as const;
const all = ['', t('All')] as const;

/** The filters with a choice. */
const choices = [
  ['state', t('Status'), [all, ...stateOptions]],
  ['channel', t('Channel'), [all, ...channels.map((channel) => [channel, channelName(channel)] as const)]],
  ['eventType', t('Event'), [all, ...eventTypes.map((type) => [type, eventName(type)] as const)]],
] as const;

const ChoiceChips = ({ query, change }: Ledger) =>
  choices.map(([name, label, options]) => (
    <FieldChip
      key={name}
      label={label}
      text={options.find(([value]) => value === query[name])?.[1] ?? query[name]}
      remove={query[name] === '' ? null : () => change({ [name]: '' })}
    >
      <ChoiceField label={label} value={query[name]} options={options} change={(text) => change({ [name]: text })} />
    </FieldChip>
  ));

/** The filter for a user, or for a receiver that an address names. */
function RecipientChip({ query: { recipient }, page, change }: Ledger) {
  const first = page?.items[0];
  const title = first && isToReceiver(first) && first.recipient === recipient ? first.recipientTitle : undefined;
  return (
    <FieldChip
      label={t('Recipient')}
      text={(title ?? recipient) || t('All')}
      remove={recipient === '' ? null : () => change({ recipient: '' })}
    >
      <PersonField label="User" kind="user" value={recipient} change={(text) => change({ recipient: text })} />
    </FieldChip>
  );
}

const ReleaseChip = ({ query: { releaseId }, page, change }: Ledger) => (
  <FieldChip
    label={t('Release')}
    text={releaseId === '' ? t('All') : (page?.items.find(({ taskId }) => taskId === undefined)?.subject ?? releaseId)}
    remove={releaseId === '' ? null : () => change({ releaseId: '' })}
  >
    <ReleaseField text={releaseId} change={(id) => change({ releaseId: lastSegment(id) })} />
  </FieldChip>
);

const Filters = (list: Ledger) => (
  <search class="filter-bar">
    <ChoiceChips {...list} />
    <RecipientChip {...list} />
    <ReleaseChip {...list} />
    <PeriodChip from={list.query.from} to={list.query.to} change={list.change} />
    {isFiltered(list.query) && (
      <button type="button" class="quiet small clear" onClick={() => list.change(noFilters)}>
        Clear
      </button>
    )}
    <button type="button" class="small end" onClick={() => void list.refresh()}>
      <Icon of={RotateCw} size="small" />
      Refresh
    </button>
  </search>
);

/** All deliveries of the installation, newest first. */
export function LedgerView() {
  const list = useLedger(placePath({ folderId: null }));
  return (
    <>
      <Filters {...list} />
      <DeliveryList list={list} />
    </>
  );
}
