import { useSignal } from '@preact/signals';
import type { ReceivedEventResponse } from '@slipway/api-schema/webhooks';
import { messageOf, OfflineError } from '../../../api/errors.ts';
import { parseExactly } from '../../../api/exact-json.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { mutate, read } from '../../../api/rest.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { ExactMoment } from '../../../components/exact-moment.tsx';
import { Refusal } from '../../../components/refusal.tsx';
import { useEntity } from '../../../live/queries.ts';
import { polled } from '../../../live/subscriptions.ts';
import { announce } from '../../../navigation/announce.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { eventNameOf } from '../events/event-names.ts';
import type { EndpointState } from '../webhooks/endpoint.ts';
import { Results, VerdictBadge } from './results.tsx';

interface ReplayProps {
  /** The REST path of the delivery. */
  readonly path: string;
  readonly onReplayed: (replay: ReceivedEventResponse) => Promise<void>;
}

type ReplayResults = ReceivedEventResponse['results'];

/** The buttons that preview and replay a delivery. */
function Replay({ path, onReplayed }: ReplayProps) {
  const preview = useSignal<ReplayResults | null>(null);
  const refusal = useSignal<DisplayMessage | null>(null);
  const isBusy = useSignal(false);
  const runTask = async (work: () => Promise<void>): Promise<void> => {
    isBusy.value = true;
    refusal.value = null;
    try {
      await work();
    } catch (error) {
      refusal.value = error instanceof OfflineError ? t('Can’t reach the server.') : messageOf(error);
    } finally {
      isBusy.value = false;
    }
  };
  const loadPreview = () =>
    runTask(async () => {
      preview.value = await read<ReplayResults>(`${path}/replay-preview`);
      announce(t('Preview ready'));
    });
  const replay = () =>
    runTask(async () => {
      await onReplayed(await mutate<ReceivedEventResponse>('POST', `${path}/replay`));
      announce(t('Delivery replayed'));
    });
  return (
    <section>
      <h3>Replay</h3>
      <div class="actions">
        <button type="button" disabled={isBusy.value} onClick={() => void loadPreview()}>
          Preview replay
        </button>
      </div>
      <Refusal message={refusal.value} />
      {preview.value && (
        <>
          <p class="why">Replaying now would:</p>
          <Results results={preview.value} none="Nothing listens to this event, so nothing would happen." />
          <div class="actions">
            <button type="button" class="main" disabled={isBusy.value} onClick={() => void replay()}>
              Replay
            </button>
          </div>
        </>
      )}
    </section>
  );
}

/** Cuts a text to `maxLength` characters. A shorter JSON text is indented first. */
function formatBody(text: string, maxLength: number): { readonly text: string; readonly isCut: boolean } {
  const readable = text.length > maxLength ? text : indentJson(text);
  return { text: readable.slice(0, maxLength), isCut: readable.length > maxLength };
}

function indentJson(text: string): string {
  try {
    return JSON.stringify(parseExactly(text), null, 2);
  } catch {
    return text;
  }
}

interface Props {
  /** Returns the address of a state of the view. */
  readonly urlOf: (state: EndpointState) => string;
  /** The last segment of the id of the endpoint. */
  readonly endpointKey: string;
  readonly delivery: string;
  readonly urlState: EndpointState;
  readonly close: () => void;
  /** Shows the new delivery of a replay. */
  readonly onReplayed: (replay: ReceivedEventResponse) => Promise<void>;
}

/** The maximum length of a displayed body, in characters. A body can have up to 8 MB. */
const maxShownLength = 20_000;

function NameValueList({
  title,
  entries,
}: {
  readonly title: string;
  readonly entries: readonly (readonly [string, string])[];
}) {
  if (entries.length === 0) return null;
  return (
    <details class="more">
      <summary>
        {title} ({entries.length})
      </summary>
      <dl class="facts">
        {entries.map(([name, value], index) => [<dt key={`${index} name`}>{name}</dt>, <dd key={index}>{value}</dd>])}
      </dl>
    </details>
  );
}

function Request({ delivery }: { readonly delivery: ReceivedEventResponse }) {
  const { method, path, parameters, headers, body } = delivery;
  const shown = formatBody(body, maxShownLength);
  return (
    <section>
      <h3>Request</h3>
      <p>
        <code>
          {method} /webhooks/{path}
        </code>
      </p>
      <NameValueList
        title="Parameters"
        entries={Object.entries(parameters).flatMap(([name, values]) => values.map((value) => [name, value] as const))}
      />
      <NameValueList title="Headers" entries={Object.entries(headers)} />
      {body === '' ? <p class="none">Empty body</p> : <pre class="terminal">{shown.text}</pre>}
      {shown.isCut && <p class="none">First {maxShownLength} characters</p>}
    </section>
  );
}

function Facts({
  delivery,
  urlOf,
  urlState,
}: { readonly delivery: ReceivedEventResponse } & Pick<Props, 'urlOf' | 'urlState'>) {
  const { receivedAt, verdict, reason, status, duplicateOf, replayOf } = delivery;
  const event = eventNameOf(delivery);
  const deliveryLink = (id: string) => <Link to={urlOf({ ...urlState, delivery: id })}>{id}</Link>;
  return (
    <dl class="facts">
      <dt>Received</dt>
      <dd>
        <ExactMoment at={receivedAt} />
      </dd>
      {event !== undefined && [
        <dt key="name">Event</dt>,
        <dd key="event">
          <bdi>{event}</bdi>
        </dd>,
      ]}
      <dt>Verdict</dt>
      <dd>
        <VerdictBadge verdict={verdict} />
        {reason !== undefined && `: ${reason}`}
      </dd>
      <dt>Response</dt>
      <dd>{status === 0 ? t('Unknown') : status}</dd>
      {duplicateOf !== undefined && [<dt key="name">Duplicate of</dt>, <dd key="of">{deliveryLink(duplicateOf)}</dd>]}
      {replayOf !== undefined && [<dt key="name">Replay of</dt>, <dd key="of">{deliveryLink(replayOf)}</dd>]}
    </dl>
  );
}

/** A delivery: the request with masked secrets, its results, and the replay. */
export function DeliveryDrawer({ urlOf, endpointKey, delivery: id, urlState, close, onReplayed }: Props) {
  const path = `/webhooks/${endpointKey}/deliveries/${encodeURIComponent(id)}`;
  const shown = useEntity<ReceivedEventResponse>(path, ['list=releases', polled]);
  const delivery = shown.value.value;
  return (
    <Dialog title="Delivery" close={close} kind="panel">
      <Refusal message={shown.refusal.value} retry={shown.retry} />
      {delivery && (
        <div class="stack delivery">
          <Facts delivery={delivery} urlOf={urlOf} urlState={urlState} />
          <section>
            <h3>Result</h3>
            <Results results={delivery.results} none="No results" />
          </section>
          <Request delivery={delivery} />
          <Replay key={id} path={path} onReplayed={onReplayed} />
        </div>
      )}
    </Dialog>
  );
}
