import type { ComponentChildren } from 'preact';
import { Dialog } from '../../../components/dialog.tsx';
import { ExactMoment } from '../../../components/exact-moment.tsx';
import { Moment } from '../../../components/moment.tsx';
import { lastSegment } from '../../../navigation/ids.ts';
import { Link } from '../../../navigation/link.tsx';
import { t } from '../../../navigation/text.ts';
import { channelName } from '../channels.ts';
import { DeliveryState } from '../delivery-state.tsx';
import { eventName } from '../event-words.ts';
import { receiverUrl } from '../place.ts';
import { settingsUrl } from '../urls.ts';
import { levelLabel } from '../why/explanation.ts';
import { Attempts } from './attempts.tsx';
import { type Delivery, errorOf, isReplayable, isToReceiver } from './delivery.ts';
import { RecipientName } from './delivery-columns.tsx';
import { recipientReason, suppressionText } from './recipient-words.ts';

interface FactProps {
  readonly name: string;
  readonly children: ComponentChildren;
}

const Fact = ({ name, children }: FactProps) => (
  <>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </>
);

interface Props {
  readonly delivery: Delivery;
  /** Whether a receiver has a link to its page. */
  readonly isLinked: boolean;
  readonly close: () => void;
  readonly replay: (delivery: Delivery) => void;
}

/** The object of the event, with a link to its release or task. */
function Subject({ delivery: { subject, releaseId, taskId } }: { readonly delivery: Delivery }) {
  if (releaseId === undefined) return <bdi>{subject}</bdi>;
  const task = taskId === undefined ? '' : `?${new URLSearchParams({ task: lastSegment(taskId) })}`;
  return (
    <Link to={`/releases/${lastSegment(releaseId)}${task}`}>
      <bdi>{subject}</bdi>
    </Link>
  );
}

function Facts({ delivery, isLinked }: Pick<Props, 'delivery' | 'isLinked'>) {
  const { channel, state, decidedBy, reason, createdAt, sentAt, nextAt, attempts, messageId } = delivery;
  const error = errorOf(delivery);
  return (
    <dl class="facts">
      <Fact name={t('Status')}>
        <span class="result">
          <DeliveryState state={state} attempts={attempts} />
        </span>
      </Fact>
      {error !== null && (
        <Fact name={t('Error')}>
          <bdi>{error}</bdi>
        </Fact>
      )}
      <Fact name={t('About')}>
        <Subject delivery={delivery} />
      </Fact>
      <Fact name={t('Recipient')}>
        {isToReceiver(delivery) && isLinked ? (
          <Link to={receiverUrl({ folderId: null }, delivery.recipient)}>
            <RecipientName delivery={delivery} />
          </Link>
        ) : (
          <RecipientName delivery={delivery} />
        )}
      </Fact>
      <Fact name={t('Channel')}>{channelName(channel)}</Fact>
      {decidedBy !== 'subscription' && (
        <>
          <Fact name={t('Reason')}>{recipientReason(reason)}</Fact>
          <Fact name={t('Decided by')}>
            {levelLabel(decidedBy)}
            {state === 'suppressed' && <span class="sub block">{suppressionText(decidedBy)}</span>}
          </Fact>
        </>
      )}
      <Fact name={t('Created')}>
        <ExactMoment at={createdAt} />
      </Fact>
      {sentAt !== undefined && (
        <Fact name={t('Sent')}>
          <ExactMoment at={sentAt} />
        </Fact>
      )}
      {nextAt !== undefined && (
        <Fact name={t('Next attempt')}>
          <Moment at={nextAt} />
        </Fact>
      )}
      <Fact name={t('Attempts')}>{attempts}</Fact>
      {messageId !== undefined && (
        <Fact name={t('Message ID')}>
          <code class="break">{messageId}</code>
        </Fact>
      )}
    </dl>
  );
}

/** The details of a delivery: why it was created, its attempts and its replay. */
export function DeliveryPanel({ delivery, isLinked, close, replay }: Props) {
  const { eventId, recipient, eventType, releaseId } = delivery;
  const release = releaseId === undefined ? null : lastSegment(releaseId);
  return (
    <Dialog title={eventName(eventType)} close={close} kind="panel">
      <div class="stack delivery">
        <Facts delivery={delivery} isLinked={isLinked} />
        {(isReplayable(delivery) || !isToReceiver(delivery)) && (
          <div class="actions">
            {!isToReceiver(delivery) && (
              <Link class="button" to={settingsUrl({ tab: 'why', event: eventId, release, user: recipient })}>
                Why this decision?
              </Link>
            )}
            {isReplayable(delivery) && (
              <button type="button" onClick={() => replay(delivery)}>
                Replay
              </button>
            )}
          </div>
        )}
        {isToReceiver(delivery) && <Attempts key={delivery.id} delivery={delivery} />}
      </div>
    </Dialog>
  );
}
