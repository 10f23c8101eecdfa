import type { ReleaseEventsResponse } from '@slipway/api-schema/notifications';
import CircleQuestionMark from '~icons/lucide/circle-question-mark';
import { missingGlobalPermission } from '../../../api/permissions.ts';
import { me } from '../../../api/session.ts';
import { EmptyState, Skeleton } from '../../../components/empty-state.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment } from '../../../components/moment.tsx';
import { PersonField } from '../../../components/people/person-field.tsx';
import { ReleaseField } from '../../../components/references/release-field.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { type Column, Table } from '../../../components/table.tsx';
import { useDebounced, useQuery } from '../../../live/queries.ts';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { navigate, replaceUrl } from '../../../navigation/router.ts';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { DeliveryState } from '../delivery-state.tsx';
import { eventName } from '../event-words.ts';
import { recipientReason } from '../ledger/recipient-words.ts';
import { reasonText } from '../reasons.ts';
import { type SettingsState, settingsUrl } from '../urls.ts';
import {
  decisionText,
  type ExplainedChannel,
  type ExplainedLevel,
  type Explanation,
  levelLabel,
  type ReleaseEvent,
  resultLabel,
} from './explanation.ts';

interface Props {
  readonly state: SettingsState;
}

const eventColumns = (state: SettingsState): readonly Column<ReleaseEvent>[] => [
  {
    name: t('Event'),
    cell: ({ id, type, taskTitle }) => (
      <Link to={settingsUrl({ ...state, event: id })}>
        {eventName(type)}
        {taskTitle !== undefined && (
          <>
            {': '}
            <bdi>{taskTitle}</bdi>
          </>
        )}
      </Link>
    ),
  },
  { name: t('Time'), cell: ({ at }) => <Moment at={at} /> },
  { name: t('Caused by'), cell: ({ actor }) => <UserName name={actor} /> },
];

/** The latest events of a release, each with a link to its explanation. */
function EventList({ state, releaseId }: Props & { readonly releaseId: string }) {
  const path = `/releases/${encodeURIComponent(releaseId)}/events?limit=100`;
  const { value, refusal, retry } = useQuery<ReleaseEventsResponse>(path);
  const events = value.value?.items;
  if (events === undefined)
    return refusal.value === null ? <Skeleton /> : <Refusal message={refusal.value} retry={retry} />;
  if (events.length === 0)
    return (
      <div class="card">
        <EmptyState icon={CircleQuestionMark} text="No events of this release are stored" />
      </div>
    );
  return <Table caption="Events" columns={eventColumns(state)} rows={events} keyOf={({ id }) => id} />;
}

const levelColumns: readonly Column<ExplainedLevel>[] = [
  { name: t('Level'), cell: ({ level }) => levelLabel(level) },
  {
    name: t('Result'),
    cell: ({ result }) => resultLabel(result),
  },
];

/** The decision of one channel, with the result of each level. */
const ChannelCard = ({ entry }: { readonly entry: ExplainedChannel }) => (
  <section class="card">
    <header>
      <h2>{channelName(entry.channel)}</h2>
      {entry.delivery && (
        <span class="end">
          <DeliveryState state={entry.delivery.state} />
        </span>
      )}
    </header>
    <p class="body">
      {decisionText(entry)}
      {entry.delivery?.error !== undefined && <bdi class="sub block">{entry.delivery.error}</bdi>}
    </p>
    <Table
      caption={t`Levels of ${channelName(entry.channel)}`}
      columns={levelColumns}
      rows={entry.levels}
      keyOf={({ level }) => level}
    />
  </section>
);

/** Whether and why a user was notified of an event. */
function ExplanationView({ explanation: { event, user, reasons, channels } }: { readonly explanation: Explanation }) {
  return (
    <>
      <h2>
        {eventName(event.type)} · <Moment at={event.at} />
      </h2>
      <p>
        <UserName name={user} />:{' '}
        {reasons.length === 0
          ? t('No rule names this user, and the user does not follow it.')
          : reasons.map(user === me.value?.username ? reasonText : recipientReason).join(', ')}
      </p>
      <div class="beside">
        {channels.map((entry) => (
          <ChannelCard key={entry.channel} entry={entry} />
        ))}
      </div>
    </>
  );
}

/** Explains one event. */
function EventExplanation({ state, event }: Props & { readonly event: string }) {
  const user = useDebounced(state.user.trim(), 300) || (me.value?.username ?? '');
  const path = `/notifications/explain?${new URLSearchParams({ event, user })}`;
  const { value, refusal, retry } = useQuery<Explanation>(path);
  return (
    <>
      {state.release !== null && (
        <p>
          <Link to={settingsUrl({ ...state, event: null })}>All events of this release</Link>
        </p>
      )}
      <Refusal message={refusal.value} retry={retry} />
      {value.value === undefined && refusal.value === null && <Skeleton />}
      {value.value && <ExplanationView explanation={value.value} />}
    </>
  );
}

/** Explains why a user was notified of an event, or not. */
export function Why({ state }: Props) {
  const mayAskForOthers = missingGlobalPermission('changeUsers') === null;
  return (
    <section class="stack">
      <div class="beside">
        <ReleaseField
          text={state.release ?? ''}
          change={(id) => navigate(settingsUrl({ ...state, event: null, release: id === '' ? null : lastSegment(id) }))}
        />
        {mayAskForOthers && (
          <PersonField
            label="User (empty: you)"
            kind="user"
            value={state.user}
            change={(user) => replaceUrl(settingsUrl({ ...state, user }))}
          />
        )}
      </div>
      {state.event !== null && <EventExplanation state={state} event={state.event} />}
      {state.event === null && state.release !== null && <EventList state={state} releaseId={state.release} />}
      {state.event === null && state.release === null && (
        <div class="card">
          <EmptyState
            icon={CircleQuestionMark}
            text="Select a release, or open a notification of your inbox with “Why did I get this?”"
          />
        </div>
      )}
    </section>
  );
}
