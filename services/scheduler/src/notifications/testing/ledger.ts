import { type OpenEngine, openEngine } from '@slipway/engine';
import type { MailSettings, ReceiverKind } from '@slipway/notifications';
import { createEgress } from '@slipway/outbound-http';
import { subscriptionPurpose } from '@slipway/persistence/secrets';
import { createLogger } from '@slipway/process';
import { policy } from '../../../../../libs/outbound-http/src/testing/requests.ts';
import { freshDatabase } from '../../../../../test/harness/database.ts';
import type { Sender } from '../sender.ts';
import { startSending } from '../start-sending.ts';

export const publicUrl = 'https://slipway.example.com';
const signingSecret = `whsec_${Buffer.alloc(32, 'k').toString('base64')}`;

interface NewDelivery {
  readonly recipient: string;
  readonly channel: string;
  readonly type?: string;
  readonly releaseId?: string | null;
  readonly taskId?: string | null;
  readonly title?: string;
  readonly nextAt?: number;
  readonly state?: string;
  readonly digest?: boolean;
}

export interface LedgerRow {
  readonly id: string;
  readonly state: string;
  readonly attempts: number;
  readonly error: string | null;
  readonly messageId: string | null;
  readonly decidedBy: string;
  readonly nextAt: number | null;
}

/** A ledger with its own database, and a clock that tests set. */
export async function openLedger(mail?: MailSettings, startAt = Date.now()) {
  const fresh = await freshDatabase();
  const secretKey = Buffer.alloc(32, 1).toString('base64');
  const opened: OpenEngine = await openEngine({ url: fresh.url, secretKey, warn: () => {} });
  const { database, seal } = opened;
  const senders: Sender[] = [];
  const notified: string[] = [];
  /** the lines of the log, for a failed test */
  const logs: string[] = [];
  const clock = { now: startAt };
  let count = 0;

  const query = <Row extends object>(text: string, values: readonly (string | number | null)[] = []) =>
    database.query<Row>({ text }, values);
  async function addReceiver(url: string, kind: ReceiverKind = 'webhook', changes = ''): Promise<string> {
    const id = `EventSubscription${++count}`;
    const secret = kind === 'webhook' ? seal.seal(subscriptionPurpose(id, 'secret'), signingSecret) : null;
    await query(
      `insert into event_subscriptions (id, owner, kind, title, url, secret, types)
        values ($1, 'ann', $2, 'Hook', $3, $4, '{}')`,
      [id, kind, seal.seal(subscriptionPurpose(id, 'url'), url), secret],
    );
    if (changes !== '') await query(`update event_subscriptions set ${changes} where id = $1`, [id]);
    return id;
  }
  async function addDelivery(delivery: NewDelivery): Promise<string> {
    const { recipient, channel, releaseId = null, taskId = null } = delivery;
    const { type = releaseId === null ? 'trigger.failed' : 'release.started' } = delivery;
    const { title = 'Webshop', nextAt = clock.now, state = 'pending', digest = false } = delivery;
    const id = `Delivery${++count}`;
    const release = { id: releaseId, title, status: 'IN_PROGRESS', folderId: 'Applications', tags: [] };
    const data = releaseId === null ? { subject: { id: 'Trigger1', title } } : { release };
    await query(
      `with event as (
        insert into events (id, type, release_id, folder_id, task_id, version, actor, at, data, audience)
        values ($1, $2, $3, 'Applications', $4, 5, 'bea', to_timestamp($5 / 1000.0), $6, '{}'))
      insert into notification_deliveries
        (id, event_id, created_at, recipient, channel, state, decided_by, reason, release_id, next_at, digest)
      values ($7, $1, to_timestamp($5 / 1000.0), $8, $9, $10, 'installation', 'releaseOwner', $3,
        to_timestamp($11 / 1000.0), $12::text = 'true')`,
      [
        `Event${count}`,
        type,
        releaseId,
        taskId,
        clock.now,
        JSON.stringify(data),
        id,
        recipient,
        channel,
        state,
        nextAt,
        String(digest),
      ],
    );
    return id;
  }
  const rows = () =>
    query<LedgerRow>(`select id, state, attempts, last_error as error, message_id as "messageId",
      decided_by as "decidedBy", (extract(epoch from next_at) * 1000)::float8 as "nextAt"
      from notification_deliveries order by substring(id from 9)::int`);
  function start(options: { readonly timeoutMs?: number; readonly leaseMs?: number } = {}): Sender {
    const sender = startSending({
      ...{
        opened,
        egress: createEgress(policy),
        logger: createLogger({ logLevel: 'warn' }, { write: (line) => logs.push(line) }),
      },
      config: { publicUrl: `${publicUrl}/`, mail, reportTimezone: 'UTC', eventTypePrefix: 'dev.slipway' },
      metrics: { notified: (channel, state) => notified.push(`${channel} ${state}`) },
      now: async () => clock.now,
      random: () => 0.5,
      intervalMs: 20,
      ...options,
    });
    senders.push(sender);
    return sender;
  }
  const close = async (): Promise<void> => {
    await Promise.all(senders.map((sender) => sender.stop()));
    await opened.stop();
    await fresh.drop();
  };
  return { database, seal, query, clock, addReceiver, addDelivery, rows, start, close, notified, logs, url: fresh.url };
}

export type Ledger = Awaited<ReturnType<typeof openLedger>>;
