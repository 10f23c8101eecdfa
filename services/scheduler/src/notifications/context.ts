import type { Instant } from '@slipway/domain/model';
import type { Engine } from '@slipway/engine';
import type { createReceiverOpener, Mailer, ReceiverOptions } from '@slipway/notifications';
import type { Database } from '@slipway/persistence/database';
import type { Seal } from '@slipway/persistence/secrets';
import type { Logger, Metrics } from '@slipway/process';

/** What the sender of notifications needs. */
export interface SenderContext {
  readonly engine: Pick<Engine, 'access'>;
  readonly database: Database;
  readonly seal: Seal;
  /** null: no mail server is configured */
  readonly mailer: Mailer | null;
  readonly receivers: ReceiverOptions;
  /** the time zone of recipients who have chosen none, and of the numbers in weekly mails */
  readonly zone: string;
  readonly openReceiver: ReturnType<typeof createReceiverOpener>;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, 'notified'>;
  /** the present time, which tests can shift */
  readonly now: () => Promise<Instant>;
  /** a number from 0 to 1 */
  readonly random: () => number;
}
