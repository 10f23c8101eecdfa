import { ExactMoment } from '../../../components/exact-moment.tsx';
import { UserName } from '../../../components/marks/user-name.tsx';
import { Moment } from '../../../components/moment.tsx';
import type { Column } from '../../../components/table.tsx';
import { Link } from '../../../navigation/link.tsx';
import { plural, t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { DeliveryState } from '../delivery-state.tsx';
import { eventName } from '../event-words.ts';
import { type Delivery, errorOf, isReplayable, isToReceiver } from './delivery.ts';
import { suppressionText } from './recipient-words.ts';

/** The recipient of a delivery: a user, or a receiver. */
export const RecipientName = ({ delivery }: { readonly delivery: Delivery }) =>
  isToReceiver(delivery) ? (
    <bdi>{delivery.recipientTitle ?? t('Deleted receiver')}</bdi>
  ) : (
    <UserName name={delivery.recipient} />
  );

/** The number of attempts of a delivery, and the time of the next one; nothing for a single successful attempt. */
const AttemptsText = ({ attempts, nextAt }: Pick<Delivery, 'attempts' | 'nextAt'>) =>
  attempts > 1 || nextAt !== undefined ? (
    <span class="sub">
      {attempts > 1 && plural(attempts, '# attempt', '# attempts')}
      {attempts > 1 && nextAt !== undefined && ' · '}
      {nextAt !== undefined && (
        <span>
          Next: <Moment at={nextAt} />
        </span>
      )}
    </span>
  ) : null;

/** The state of a delivery, with the next attempt, the deciding level or the latest error. */
function StateCell({ delivery }: { readonly delivery: Delivery }) {
  const { state, decidedBy, attempts, nextAt } = delivery;
  const error = errorOf(delivery);
  return (
    <div class="two-lines result">
      <DeliveryState state={state} attempts={attempts} />
      <AttemptsText attempts={attempts} nextAt={nextAt} />
      {state === 'suppressed' && <span class="sub">{suppressionText(decidedBy)}</span>}
      {error !== null && <bdi class="sub">{error}</bdi>}
    </div>
  );
}

interface Context {
  /** Returns the address of the details of a delivery. */
  readonly urlOf: (delivery: Delivery) => string;
  readonly replay: (delivery: Delivery) => void;
  /** Whether all rows have the same recipient. */
  readonly isOfOneRecipient: boolean;
}

/** The columns of a list of deliveries. */
export const deliveryColumns = ({ urlOf, replay, isOfOneRecipient }: Context): readonly Column<Delivery>[] => [
  {
    name: t('Event'),
    cell: (delivery) => (
      <div class="two-lines">
        <Link to={urlOf(delivery)}>{eventName(delivery.eventType)}</Link>
        <bdi class="sub">{delivery.subject}</bdi>
      </div>
    ),
  },
  { name: t('Time'), cell: ({ createdAt }) => <ExactMoment at={createdAt} /> },
  ...(isOfOneRecipient
    ? []
    : [
        { name: t('Recipient'), cell: (delivery: Delivery) => <RecipientName delivery={delivery} /> },
        { name: t('Channel'), cell: ({ channel }: Delivery) => channelName(channel) },
      ]),
  { name: t('Status'), cell: (delivery) => <StateCell delivery={delivery} /> },
  {
    ...{ name: t('Actions'), isNameHidden: true },
    cell: (delivery) =>
      isReplayable(delivery) && (
        <button
          type="button"
          class="small"
          aria-label={t`Replay ${eventName(delivery.eventType)}`}
          onClick={() => replay(delivery)}
        >
          Replay
        </button>
      ),
  },
];
