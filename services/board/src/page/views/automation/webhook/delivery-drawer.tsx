import type { ReceivedEventAnswer } from '@slipway/wire';
import { useEntity } from '../../../live/use-entity.ts';
import { nowAndThen } from '../../../live/wants.ts';
import { Dialog } from '../../../parts/dialog.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Refusal } from '../../../parts/refusal.tsx';
import { Link } from '../../../place/link.tsx';
import { formatted } from './formatted.ts';
import { Replay } from './replay.tsx';
import { Results } from './results.tsx';
import { addressOf, type Spot } from './spot.ts';
import { Verdict } from './verdict.tsx';

interface Props {
  /** the id of the endpoint, and the part of it that REST's paths take */
  readonly endpoint: string;
  readonly last: string;
  readonly delivery: string;
  readonly spot: Spot;
  readonly close: () => void;
  /** Shows the result of a replay */
  readonly replayed: (replay: ReceivedEventAnswer) => Promise<void>;
}

/** Of a body, in characters: one may have 8 MB. */
const mostShown = 20_000;

function Names({
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

function Request({ delivery }: { readonly delivery: ReceivedEventAnswer }) {
  const { method, path, parameters, headers, body } = delivery;
  const shown = formatted(body, mostShown);
  return (
    <section>
      <h3>Request</h3>
      <p>
        <code>
          {method} /webhooks/{path}
        </code>
      </p>
      <Names
        title="Parameters"
        entries={Object.entries(parameters).flatMap(([name, values]) => values.map((value) => [name, value] as const))}
      />
      <Names title="Headers" entries={Object.entries(headers)} />
      {body === '' ? <p class="none">It had no body.</p> : <pre>{shown.text}</pre>}
      {shown.isCut && <p class="none">These are the first {mostShown} characters.</p>}
    </section>
  );
}

function Facts({
  delivery,
  endpoint,
  spot,
}: { readonly delivery: ReceivedEventAnswer } & Pick<Props, 'endpoint' | 'spot'>) {
  const { receivedAt, verdict, reason, status, duplicateOf, replayOf } = delivery;
  const other = (id: string) => <Link to={addressOf(endpoint, { ...spot, delivery: id })}>{id}</Link>;
  return (
    <dl class="facts">
      <dt>Received</dt>
      <dd>
        <Moment at={receivedAt} />
      </dd>
      <dt>Verdict</dt>
      <dd>
        <Verdict verdict={verdict} />
        {reason !== undefined && `: ${reason}`}
      </dd>
      <dt>Answered</dt>
      <dd>{status === 0 ? '–' : status}</dd>
      {duplicateOf !== undefined && [<dt key="name">Duplicate of</dt>, <dd key="of">{other(duplicateOf)}</dd>]}
      {replayOf !== undefined && [<dt key="name">Taken once more of</dt>, <dd key="of">{other(replayOf)}</dd>]}
    </dl>
  );
}

/** A delivery: the request with masked secrets, its result, and a preview of a replay. */
export function DeliveryDrawer({ endpoint, last, delivery: id, spot, close, replayed }: Props) {
  const path = `/webhooks/${last}/deliveries/${encodeURIComponent(id)}`;
  const shown = useEntity<ReceivedEventAnswer>(path, ['list=releases', nowAndThen]);
  const delivery = shown.value.value;
  return (
    <Dialog title="Delivery" close={close} isDrawer>
      <Refusal sentence={shown.refusal.value} />
      {delivery && (
        <>
          <Facts delivery={delivery} endpoint={endpoint} spot={spot} />
          <section>
            <h3>Result</h3>
            <Results results={delivery.results} none="Nothing." />
          </section>
          <Request delivery={delivery} />
          <Replay key={id} path={path} done={replayed} />
        </>
      )}
    </Dialog>
  );
}
